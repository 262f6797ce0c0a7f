import { toOwnJson } from '../base/json-safe.ts';
import type { BackgroundTask, TaskDate, TaskFilter, TaskListOptions } from './background-tasks.ts';
import { assertDate, assertId, assertIds, optionInvalid } from './check.ts';
import type { SortDirection } from './paging.ts';

const dates = ['createdAt', 'startedAt', 'suspendedAt', 'completedAt'] as const;

/** The form in which a store keeps a task: JSON and dates, sharing nothing. */
export function toKeptTask(task: BackgroundTask): BackgroundTask {
  const { id, toolCallId, agentId, runId, threadId, resourceId } = task;
  for (const [name, value] of Object.entries({ taskId: id, toolCallId, agentId, runId })) {
    assertId(value, name);
  }
  assertIds({ threadId, resourceId });
  const kept = toOwnJson(task) as unknown as BackgroundTask;
  const times: Partial<Record<TaskDate | 'dueAt', Date>> = {};
  for (const name of [...dates, 'dueAt'] as const) {
    const time = task[name];
    if (time === undefined && name !== 'createdAt') continue;
    assertDate(time, name);
    times[name] = new Date(time);
  }
  return { ...kept, ...times };
}

/** @throws TenonError `STORE_OPTION_INVALID` */
export function assertTaskOrder({
  orderBy = 'createdAt',
  orderDirection = 'asc',
}: TaskListOptions): {
  readonly orderBy: TaskDate;
  readonly direction: SortDirection;
} {
  if (!dates.includes(orderBy))
    throw optionInvalid('orderBy', `must be one of ${dates.join(', ')}`);
  if (orderDirection !== 'asc' && orderDirection !== 'desc') {
    throw optionInvalid('orderDirection', 'must be "asc" or "desc"');
  }
  return { orderBy, direction: orderDirection === 'asc' ? 'ASC' : 'DESC' };
}

/** @throws TenonError `STORE_OPTION_INVALID`, `STORE_ID_INVALID` */
export function taskMatcher(filter: TaskFilter): (task: BackgroundTask) => boolean {
  const { status, toolCallId, toolName, agentId, threadId, resourceId, runId } = filter;
  const { dateFilterBy = 'createdAt', fromDate, toDate } = filter;
  assertIds({ toolCallId, agentId, threadId, resourceId, runId });
  if (fromDate !== undefined) assertDate(fromDate, 'fromDate');
  if (toDate !== undefined) assertDate(toDate, 'toDate');
  if (!dates.includes(dateFilterBy)) {
    throw optionInvalid('dateFilterBy', `must be one of ${dates.join(', ')}`);
  }
  const statuses = status === undefined ? undefined : [status].flat();
  const isWithin = (date: Date | undefined): boolean =>
    (fromDate === undefined || (date !== undefined && date >= fromDate)) &&
    (toDate === undefined || (date !== undefined && date < toDate));
  return (task) =>
    (statuses === undefined || statuses.includes(task.status)) &&
    (toolCallId === undefined || task.toolCallId === toolCallId) &&
    (toolName === undefined || task.toolName === toolName) &&
    (agentId === undefined || task.agentId === agentId) &&
    (threadId === undefined || task.threadId === threadId) &&
    (resourceId === undefined || task.resourceId === resourceId) &&
    (runId === undefined || task.runId === runId) &&
    isWithin(task[dateFilterBy]);
}
