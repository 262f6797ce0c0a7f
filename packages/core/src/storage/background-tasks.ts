import type { PageInfo, Paging } from './paging.ts';

export type TaskStatus =
  | 'pending'
  | 'running'
  | 'suspended'
  | 'completed'
  | 'failed'
  | 'timed_out'
  | 'cancelled';

/** A tool that runs on while its agent does something else. Fields without a value are absent; values are JSON. */
export interface BackgroundTask {
  readonly id: string;
  readonly status: TaskStatus;
  readonly toolName: string;
  readonly toolCallId: string;
  readonly args: unknown;
  readonly agentId: string;
  readonly runId: string;
  readonly threadId?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly stack?: string } | undefined;
  readonly suspendPayload?: unknown;
  readonly createdAt: Date;
  /** When it may be run, while it is pending. Absent: at once. */
  readonly dueAt?: Date | undefined;
  readonly startedAt?: Date | undefined;
  readonly suspendedAt?: Date | undefined;
  readonly completedAt?: Date | undefined;
  readonly retryCount: number;
  readonly maxRetries: number;
  readonly timeoutMs: number;
}

export type TaskDate = 'createdAt' | 'startedAt' | 'suspendedAt' | 'completedAt';

/** Fields that are given take the place of those before; one that is given as `undefined` is taken away. */
export type TaskChange = Partial<Omit<BackgroundTask, 'id' | 'createdAt'>>;

export interface TaskFilter {
  readonly status?: TaskStatus | readonly TaskStatus[] | undefined;
  readonly toolCallId?: string | undefined;
  readonly toolName?: string | undefined;
  readonly agentId?: string | undefined;
  readonly threadId?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly runId?: string | undefined;
  /** Which date counts; tasks without it are left out where an end is given. Default: `createdAt`. */
  readonly dateFilterBy?: TaskDate | undefined;
  /** Within the range. */
  readonly fromDate?: Date | undefined;
  /** Not within the range. */
  readonly toDate?: Date | undefined;
}

export interface TaskListOptions extends TaskFilter, Paging {
  /** Tasks without that date come last. Default: `createdAt`. */
  readonly orderBy?: TaskDate | undefined;
  /** Default: `asc`, the oldest first. */
  readonly orderDirection?: 'asc' | 'desc' | undefined;
}

export interface BackgroundTaskStore {
  /** Whether it did: a task whose id is there already stays as it is. */
  createTask(task: BackgroundTask): Promise<boolean>;
  /**
   * Changes a task that is there and, where that is asked for, in this status. Whether it did. Of two changes at once
   * that expect the same status and set another, one succeeds.
   */
  updateTask(
    id: string,
    change: TaskChange,
    options?: { readonly expectedStatus?: TaskStatus | readonly TaskStatus[] | undefined },
  ): Promise<boolean>;
  getTask(id: string): Promise<BackgroundTask | null>;
  listTasks(
    options?: TaskListOptions,
  ): Promise<PageInfo & { readonly tasks: readonly BackgroundTask[] }>;
  /** Pending tasks that may run at this time, the oldest first; at most `limit`. */
  listDueTasks(options: {
    readonly now: Date;
    readonly limit?: number | undefined;
  }): Promise<readonly BackgroundTask[]>;
  deleteTask(id: string): Promise<void>;
  /** How many. */
  deleteTasks(filter: TaskFilter): Promise<number>;
  getRunningCount(): Promise<number>;
  getRunningCountByAgent(agentId: string): Promise<number>;
}
