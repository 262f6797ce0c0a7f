import type { RunHead, WaitingCall } from '@tenon/core/storage';
import type { NewRow, Row, RunTable, WaitingTable } from '../tables.ts';
import { fromText, fromTime, toOptionalText, toText, toTime, withoutNulls } from '../values.ts';

/** The head of a run as a row. */
export function toRunRow(head: RunHead): NewRow<RunTable> {
  const { runId, status, latestSeq, epoch, createdAt, updatedAt, ...others } = head;
  const { agentId, workflowId, threadId, resourceId, ...details } = others;
  return {
    run_id: runId,
    status,
    latest_seq: latestSeq,
    epoch,
    created_at: toTime(createdAt),
    updated_at: toTime(updatedAt),
    agent_id: agentId ?? null,
    workflow_id: workflowId ?? null,
    thread_id: threadId ?? null,
    resource_id: resourceId ?? null,
    parent_run_id: details.parent?.runId ?? null,
    details: toText(details),
  };
}

export function toHead(row: Row<RunTable>): RunHead {
  return {
    ...(fromText(row.details) as Partial<RunHead>),
    ...withoutNulls({
      agentId: row.agent_id,
      workflowId: row.workflow_id,
      threadId: row.thread_id,
      resourceId: row.resource_id,
    }),
    runId: row.run_id,
    status: row.status as RunHead['status'],
    latestSeq: Number(row.latest_seq),
    epoch: Number(row.epoch),
    createdAt: fromTime(row.created_at),
    updatedAt: fromTime(row.updated_at),
  };
}

/** A call that begins to wait as a row. */
export function toWaitingRow(call: WaitingCall): NewRow<WaitingTable> {
  const { runId, toolCallId, agentId, threadId, resourceId, waitingSince, answer, ...details } =
    call;
  return {
    run_id: runId,
    tool_call_id: toolCallId,
    agent_id: agentId ?? null,
    thread_id: threadId ?? null,
    resource_id: resourceId ?? null,
    waiting_since: toTime(waitingSince),
    answered_at: answer === undefined ? null : toTime(answer.at),
    answered_by: toOptionalText(answer?.by),
    details: toText(details),
  };
}

export function toCall(row: Row<WaitingTable>): WaitingCall {
  return {
    ...(fromText(row.details) as Pick<WaitingCall, 'toolName' | 'why'>),
    ...withoutNulls({
      agentId: row.agent_id,
      threadId: row.thread_id,
      resourceId: row.resource_id,
    }),
    runId: row.run_id,
    toolCallId: row.tool_call_id,
    waitingSince: fromTime(row.waiting_since),
    ...(row.answered_at !== null && { answer: toAnswer(row.answered_at, row.answered_by) }),
  };
}

function toAnswer(at: number, by: string | null): NonNullable<WaitingCall['answer']> {
  return { at: fromTime(at), ...(by !== null && { by: fromText(by) as string }) };
}
