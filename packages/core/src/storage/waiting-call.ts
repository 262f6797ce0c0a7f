import { toOwnJson } from '../base/json-safe.ts';
import { assertId, assertIds } from './check.ts';
import type { NewWaitingCall, WaitingCall } from './runs.ts';

/** A call that begins to wait, in the form in which a store keeps it. @throws TenonError `STORE_ID_INVALID` */
export function toWaitingCall(call: NewWaitingCall, runId: string, at: Date): WaitingCall {
  const { toolCallId, agentId, threadId, resourceId } = call;
  assertId(toolCallId, 'toolCallId');
  assertIds({ agentId, threadId, resourceId });
  return { ...(toOwnJson(call) as unknown as NewWaitingCall), runId, waitingSince: new Date(at) };
}
