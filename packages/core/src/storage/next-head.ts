import { toOwnJson } from '../base/json-safe.ts';
import { assertIds } from './check.ts';
import type { RunChanges, RunHead } from './runs.ts';

/** The head of a run after an append, in the form in which a store keeps it. @throws TenonError `STORE_ID_INVALID` */
export function nextHead(
  head: RunHead | undefined,
  {
    runId,
    latestSeq,
    at,
  }: { readonly runId: string; readonly latestSeq: number; readonly at: Date },
  change: RunChanges['head'] = {},
): RunHead {
  const { agentId, workflowId, threadId, resourceId } = change;
  assertIds({ agentId, workflowId, threadId, resourceId, parentRunId: change.parent?.runId });
  return {
    status: 'running',
    epoch: 0,
    ...head,
    // as JSON, fields that are `undefined` are not there
    ...(toOwnJson(change) as Partial<RunHead>),
    runId,
    latestSeq,
    createdAt: head?.createdAt ?? new Date(at),
    updatedAt: new Date(at),
  };
}
