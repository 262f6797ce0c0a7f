import type { BackgroundTask } from '@tenon/core/storage';
import type { NewRow, Row, TaskTable } from '../tables.ts';
import { fromText, fromTime, toText, toTime, withoutNulls } from '../values.ts';

export function toTaskRow(task: BackgroundTask): NewRow<TaskTable> {
  const { id, status, toolName, toolCallId, agentId, runId, threadId, resourceId, ...others } =
    task;
  const { createdAt, dueAt, startedAt, suspendedAt, completedAt, ...details } = others;
  return {
    id,
    status,
    tool_name: toText(toolName),
    tool_call_id: toolCallId,
    agent_id: agentId,
    run_id: runId,
    thread_id: threadId ?? null,
    resource_id: resourceId ?? null,
    created_at: toTime(createdAt),
    due_at: toOptionalTime(dueAt),
    started_at: toOptionalTime(startedAt),
    suspended_at: toOptionalTime(suspendedAt),
    completed_at: toOptionalTime(completedAt),
    details: toText(details),
  };
}

export function toTask(row: Row<TaskTable>): BackgroundTask {
  return {
    ...(fromText(row.details) as Pick<
      BackgroundTask,
      'args' | 'retryCount' | 'maxRetries' | 'timeoutMs'
    >),
    id: row.id,
    status: row.status as BackgroundTask['status'],
    toolName: fromText(row.tool_name) as string,
    toolCallId: row.tool_call_id,
    agentId: row.agent_id,
    runId: row.run_id,
    ...withoutNulls({ threadId: row.thread_id, resourceId: row.resource_id }),
    createdAt: fromTime(row.created_at),
    ...withoutNulls({
      dueAt: fromOptionalTime(row.due_at),
      startedAt: fromOptionalTime(row.started_at),
      suspendedAt: fromOptionalTime(row.suspended_at),
      completedAt: fromOptionalTime(row.completed_at),
    }),
  };
}

function toOptionalTime(date: Date | undefined): number | null {
  return date === undefined ? null : toTime(date);
}

function fromOptionalTime(time: number | null): Date | null {
  return time === null ? null : fromTime(time);
}
