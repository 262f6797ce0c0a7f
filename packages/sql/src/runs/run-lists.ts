import {
  assertDate,
  assertDirection,
  assertIds,
  type PageInfo,
  type Paging,
  type RunFilter,
  type RunHead,
  type SortDirection,
  toPageInfo,
  toWindow,
  type WaitingCall,
  type WaitingFilter,
} from '@tenon/core/storage';
import { countOf, takePage } from '../pages.ts';
import { type Database, readTogether } from '../transactions.ts';
import { toTime, withoutNulls } from '../values.ts';
import { toCall, toHead } from './run-rows.ts';

export async function listRuns(
  database: Database,
  options: RunFilter & Paging & { readonly direction?: SortDirection },
): Promise<PageInfo & { readonly runs: readonly RunHead[] }> {
  const { direction = 'DESC' } = options;
  assertDirection(direction);
  const window = toWindow(options);
  assertFilter(options);
  const order = direction === 'ASC' ? 'asc' : 'desc';
  return readTogether(database, async (transaction) => {
    const found = selectRuns(transaction, options);
    const total = await countOf(found);
    const rows = await takePage(found, window)
      .selectAll()
      .orderBy('created_at', order)
      .orderBy('position', order)
      .execute();
    return { runs: rows.map(toHead), ...toPageInfo(window, total) };
  });
}

export async function listWaitingCalls(
  database: Database,
  options: WaitingFilter & Paging,
): Promise<PageInfo & { readonly calls: readonly WaitingCall[] }> {
  const { runId, agentId, threadId, resourceId } = options;
  const window = toWindow(options);
  assertIds({ runId, agentId, threadId, resourceId });
  return readTogether(database, async (transaction) => {
    const found = selectCalls(transaction, options);
    const total = await countOf(found);
    const rows = await takePage(found, window)
      .selectAll()
      .orderBy('waiting_since')
      .orderBy('position')
      .execute();
    return { calls: rows.map(toCall), ...toPageInfo(window, total) };
  });
}

/** The runs that ended before a time, oldest first. */
export async function endedRuns(
  database: Database,
  before: Date,
  limit: number,
): Promise<readonly string[]> {
  const rows = await selectRuns(database, { status: 'ended', updatedBefore: before })
    .select('run_id')
    .orderBy('updated_at')
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((row) => row.run_id);
}

function assertFilter(filter: RunFilter): void {
  const { updatedBefore, agentId, workflowId, threadId, resourceId, parentRunId } = filter;
  if (updatedBefore !== undefined) assertDate(updatedBefore, 'updatedBefore');
  assertIds({ agentId, workflowId, threadId, resourceId, parentRunId });
}

function selectRuns(database: Database, filter: RunFilter) {
  const { status, updatedBefore } = filter;
  const statuses = status === undefined ? undefined : [status].flat();
  return database.selectFrom('tenon_runs').where(({ and, eb, lit }) =>
    and([
      and(
        withoutNulls({
          agent_id: filter.agentId,
          workflow_id: filter.workflowId,
          thread_id: filter.threadId,
          resource_id: filter.resourceId,
          parent_run_id: filter.parentRunId,
        }),
      ),
      // an empty list cannot be said everywhere
      ...(statuses === undefined
        ? []
        : [statuses.length === 0 ? lit(false) : eb('status', 'in', statuses)]),
      ...(updatedBefore === undefined ? [] : [eb('updated_at', '<', toTime(updatedBefore))]),
    ]),
  );
}

function selectCalls(database: Database, filter: WaitingFilter) {
  const { runId, agentId, threadId, resourceId, isAnswered = false } = filter;
  return database.selectFrom('tenon_waiting_calls').where(({ and, eb }) =>
    and([
      eb('answered_at', isAnswered ? 'is not' : 'is', null),
      and(
        withoutNulls({
          run_id: runId,
          agent_id: agentId,
          thread_id: threadId,
          resource_id: resourceId,
        }),
      ),
    ]),
  );
}
