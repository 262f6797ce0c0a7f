import { copyData } from '../../base/copy-data.ts';
import type {
  BackgroundTask,
  BackgroundTaskStore,
  TaskChange,
  TaskFilter,
  TaskListOptions,
  TaskStatus,
} from '../background-tasks.ts';
import { assertCount, assertDate, assertId } from '../check.ts';
import { toWindow } from '../paging.ts';
import { assertTaskOrder, taskMatcher, toKeptTask } from '../task-rules.ts';
import { pageOf, sortedBy } from './page-of.ts';

/** Background tasks as long as the process lives. */
export class InMemoryBackgroundTasks implements BackgroundTaskStore {
  readonly #tasks = new Map<string, BackgroundTask>();

  async createTask(task: BackgroundTask): Promise<boolean> {
    const kept = toKeptTask(task);
    if (this.#tasks.has(kept.id)) return false;
    this.#tasks.set(kept.id, kept);
    return true;
  }

  async updateTask(
    id: string,
    change: TaskChange,
    {
      expectedStatus,
    }: { readonly expectedStatus?: TaskStatus | readonly TaskStatus[] | undefined } = {},
  ): Promise<boolean> {
    assertId(id, 'taskId');
    const task = this.#tasks.get(id);
    if (task === undefined) return false;
    if (expectedStatus !== undefined && ![expectedStatus].flat().includes(task.status))
      return false;
    this.#tasks.set(id, toKeptTask({ ...task, ...change, id, createdAt: task.createdAt }));
    return true;
  }

  async getTask(id: string): Promise<BackgroundTask | null> {
    assertId(id, 'taskId');
    return copyData(this.#tasks.get(id) ?? null);
  }

  async listTasks(options: TaskListOptions = {}) {
    const { orderBy, direction } = assertTaskOrder(options);
    const window = toWindow(options);
    const found = [...this.#tasks.values()].filter(taskMatcher(options));
    const dated = found.filter((task) => task[orderBy] !== undefined);
    const undated = found.filter((task) => task[orderBy] === undefined);
    const sorted = sortedBy(dated, (task) => task[orderBy] as Date, direction);
    const { items: tasks, ...info } = pageOf([...sorted, ...undated], window);
    return { tasks, ...info };
  }

  async listDueTasks({ now, limit }: { readonly now: Date; readonly limit?: number | undefined }) {
    assertDate(now, 'now');
    if (limit !== undefined) assertCount(limit, 'limit', 0);
    const due = [...this.#tasks.values()].filter(
      ({ status, dueAt }) => status === 'pending' && (dueAt === undefined || dueAt <= now),
    );
    return copyData(sortedBy(due, ({ createdAt }) => createdAt, 'ASC').slice(0, limit));
  }

  async deleteTask(id: string): Promise<void> {
    assertId(id, 'taskId');
    this.#tasks.delete(id);
  }

  async deleteTasks(filter: TaskFilter): Promise<number> {
    const doomed = [...this.#tasks.values()].filter(taskMatcher(filter));
    for (const { id } of doomed) this.#tasks.delete(id);
    return doomed.length;
  }

  async getRunningCount(): Promise<number> {
    return this.#count({ status: 'running' });
  }

  async getRunningCountByAgent(agentId: string): Promise<number> {
    return this.#count({ status: 'running', agentId });
  }

  #count(filter: TaskFilter): number {
    return [...this.#tasks.values()].filter(taskMatcher(filter)).length;
  }
}
