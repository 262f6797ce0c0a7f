import {
  assertCount,
  assertDate,
  assertId,
  assertTaskOrder,
  type BackgroundTask,
  type BackgroundTaskStore,
  type TaskChange,
  type TaskDate,
  type TaskFilter,
  type TaskListOptions,
  type TaskStatus,
  taskMatcher,
  toKeptTask,
  toPageInfo,
  toWindow,
} from '@tenon/core/storage';
import { type ExpressionBuilder, sql } from 'kysely';
import type { SqlFlavor } from '../flavor.ts';
import { countOf, takePage } from '../pages.ts';
import type { Tables } from '../tables.ts';
import { type Database, readTogether, write } from '../transactions.ts';
import { toText, toTime, withoutNulls } from '../values.ts';
import { toTask, toTaskRow } from './task-rows.ts';

const dateColumns = {
  createdAt: 'created_at',
  startedAt: 'started_at',
  suspendedAt: 'suspended_at',
  completedAt: 'completed_at',
} as const satisfies Record<TaskDate, string>;

/** Background tasks in a database. */
export class SqlBackgroundTasks implements BackgroundTaskStore {
  readonly #database: Database;
  readonly #flavor: SqlFlavor;

  constructor(database: Database, flavor: SqlFlavor) {
    this.#database = database;
    this.#flavor = flavor;
  }

  async createTask(task: BackgroundTask): Promise<boolean> {
    const row = toTaskRow(toKeptTask(task));
    const { numInsertedOrUpdatedRows } = await write(this.#database, (transaction) =>
      transaction
        .insertInto('tenon_background_tasks')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst(),
    );
    return numInsertedOrUpdatedRows === 1n;
  }

  async updateTask(
    id: string,
    change: TaskChange,
    {
      expectedStatus,
    }: { readonly expectedStatus?: TaskStatus | readonly TaskStatus[] | undefined } = {},
  ): Promise<boolean> {
    assertId(id, 'taskId');
    return write(this.#database, async (transaction) => {
      const row = await taskById(transaction, id)
        .$if(this.#flavor.locksRows, (query) => query.forUpdate())
        .executeTakeFirst();
      if (row === undefined) return false;
      const task = toTask(row);
      if (expectedStatus !== undefined && ![expectedStatus].flat().includes(task.status)) {
        return false;
      }
      const changed = toKeptTask({ ...task, ...change, id, createdAt: task.createdAt });
      await transaction
        .updateTable('tenon_background_tasks')
        .set(toTaskRow(changed))
        .where('id', '=', id)
        .execute();
      return true;
    });
  }

  async getTask(id: string): Promise<BackgroundTask | null> {
    assertId(id, 'taskId');
    const row = await taskById(this.#database, id).executeTakeFirst();
    return row === undefined ? null : toTask(row);
  }

  async listTasks(options: TaskListOptions = {}) {
    const { orderBy, direction } = assertTaskOrder(options);
    const window = toWindow(options);
    taskMatcher(options);
    const column = dateColumns[orderBy];
    const isAscending = direction === 'ASC';
    return readTogether(this.#database, async (transaction) => {
      const found = transaction
        .selectFrom('tenon_background_tasks')
        .where((builder) => toConditions(builder, options));
      const total = await countOf(found);
      const rows = await takePage(found, window)
        .selectAll()
        .orderBy(({ eb }) => eb(column, 'is', null))
        .orderBy(column, isAscending ? 'asc' : 'desc')
        // tasks without the date stay in the order in which they were made
        .orderBy(
          isAscending
            ? sql`position`
            : sql`case when ${sql.ref(column)} is null then position else -position end`,
        )
        .execute();
      return { tasks: rows.map(toTask), ...toPageInfo(window, total) };
    });
  }

  async listDueTasks({ now, limit }: { readonly now: Date; readonly limit?: number | undefined }) {
    assertDate(now, 'now');
    if (limit !== undefined) assertCount(limit, 'limit', 0);
    const rows = await this.#database
      .selectFrom('tenon_background_tasks')
      .selectAll()
      .where('status', '=', 'pending')
      .where(({ or, eb }) => or([eb('due_at', 'is', null), eb('due_at', '<=', toTime(now))]))
      .orderBy('created_at')
      .orderBy('position')
      .$if(limit !== undefined, (query) => query.limit(limit as number))
      .execute();
    return rows.map(toTask);
  }

  async deleteTask(id: string): Promise<void> {
    assertId(id, 'taskId');
    await write(this.#database, (transaction) =>
      transaction.deleteFrom('tenon_background_tasks').where('id', '=', id).execute(),
    );
  }

  async deleteTasks(filter: TaskFilter): Promise<number> {
    taskMatcher(filter);
    const { numDeletedRows } = await write(this.#database, (transaction) =>
      transaction
        .deleteFrom('tenon_background_tasks')
        .where((builder) => toConditions(builder, filter))
        .executeTakeFirst(),
    );
    return Number(numDeletedRows);
  }

  async getRunningCount(): Promise<number> {
    return this.#count({ status: 'running' });
  }

  async getRunningCountByAgent(agentId: string): Promise<number> {
    return this.#count({ status: 'running', agentId });
  }

  async #count(filter: TaskFilter): Promise<number> {
    taskMatcher(filter);
    return countOf(
      this.#database
        .selectFrom('tenon_background_tasks')
        .where((builder) => toConditions(builder, filter)),
    );
  }
}

function taskById(database: Database, id: string) {
  return database.selectFrom('tenon_background_tasks').selectAll().where('id', '=', id);
}

function toConditions(
  { and, eb, lit }: ExpressionBuilder<Tables, 'tenon_background_tasks'>,
  filter: TaskFilter,
) {
  const { status, toolName, dateFilterBy = 'createdAt', fromDate, toDate } = filter;
  const column = dateColumns[dateFilterBy];
  const statuses = status === undefined ? undefined : [status].flat();
  return and([
    and(
      withoutNulls({
        tool_call_id: filter.toolCallId,
        tool_name: toolName === undefined ? null : toText(toolName),
        agent_id: filter.agentId,
        thread_id: filter.threadId,
        resource_id: filter.resourceId,
        run_id: filter.runId,
      }),
    ),
    // an empty list cannot be said everywhere
    ...(statuses === undefined
      ? []
      : [statuses.length === 0 ? lit(false) : eb('status', 'in', statuses)]),
    ...(fromDate === undefined ? [] : [eb(column, '>=', toTime(fromDate))]),
    ...(toDate === undefined ? [] : [eb(column, '<', toTime(toDate))]),
  ]);
}
