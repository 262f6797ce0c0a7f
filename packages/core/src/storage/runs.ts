import type { RunBlob } from './blob.ts';
import type { PageInfo, Paging, SortDirection } from './paging.ts';

/** A record of a journal as a store sees it: its place, and an event that is JSON. */
export interface KeptRecord {
  /** Counts up from 1 within the run. */
  readonly seq: number;
  readonly event: { readonly type: string };
}

/** `waiting`: for somebody's answer; nothing drives the run meanwhile. */
export type RunStatus = 'running' | 'waiting' | 'ended';

/** A call that a run stands in, seen from its root. */
export interface RunPathEntry {
  readonly agentId?: string;
  readonly toolName: string;
  readonly toolCallId: string;
}

/** What is known of a run without reading its journal. Fields without a value are absent. */
export interface RunHead {
  readonly runId: string;
  readonly status: RunStatus;
  /** The place of the last record. */
  readonly latestSeq: number;
  /** The time of the first append, and of the last. */
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** How often the run was claimed; 0 for one that only its first process has driven. */
  readonly epoch: number;
  /** Who claimed it last. */
  readonly worker?: string;
  readonly agentId?: string;
  readonly workflowId?: string;
  readonly threadId?: string;
  readonly resourceId?: string;
  /** How it ended, such as its finish reason. */
  readonly outcome?: string;
  /** The call that began this run, for one with a journal of its own such as a background task. */
  readonly parent?: { readonly runId: string; readonly toolCallId: string };
  /** The calls above it, outermost first. */
  readonly path?: readonly RunPathEntry[];
}

/** Fields that are given take the place of those before; `undefined` leaves a field as it is. */
export type RunHeadChange = {
  readonly [Field in Exclude<keyof RunHead, 'runId' | 'latestSeq' | 'createdAt' | 'updatedAt'>]?:
    | RunHead[Field]
    | undefined;
};

/** A call that waits for an answer, in the run or anywhere below it. */
export interface WaitingCall {
  readonly runId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly why: 'approval' | 'suspension';
  /** Whose call it is: a subagent's calls wait under the id of the subagent. */
  readonly agentId?: string;
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly path?: readonly RunPathEntry[];
  /** What those are told who look for it: JSON. */
  readonly payload?: unknown;
  readonly waitingSince: Date;
  /** Absent while it waits. */
  readonly answer?: CallAnswer;
}

export interface CallAnswer {
  readonly at: Date;
  /** Who answered. */
  readonly by?: string;
}

/** A call as it begins to wait; the run and the time are those of the append. */
export type NewWaitingCall = Omit<WaitingCall, 'runId' | 'waitingSince' | 'answer'>;

/** What is written together with records: all of it or nothing. */
export interface RunChanges {
  /** Default: now. */
  readonly at?: Date;
  readonly head?: RunHeadChange;
  /** Calls that wait from now on. One that was answered and waits again loses its answer. */
  readonly waiting?: readonly NewWaitingCall[];
  /** Calls that wait no longer. */
  readonly answered?: readonly { readonly toolCallId: string; readonly by?: string }[];
  /** What the records name by hash; kept until the last run that brought it is deleted. */
  readonly blobs?: readonly RunBlob[];
}

/** `latestSeq` is the place of the last record that is there now, 0 where there is none. */
export interface AppendResult {
  readonly appended: boolean;
  readonly latestSeq: number;
}

export interface RunFilter {
  readonly agentId?: string | undefined;
  readonly workflowId?: string | undefined;
  readonly status?: RunStatus | readonly RunStatus[] | undefined;
  readonly threadId?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly parentRunId?: string | undefined;
  /** Those whose last append was before this. */
  readonly updatedBefore?: Date | undefined;
}

export interface WaitingFilter {
  readonly runId?: string | undefined;
  /** Whose calls; a subagent has its own id. */
  readonly agentId?: string | undefined;
  readonly threadId?: string | undefined;
  readonly resourceId?: string | undefined;
  /** `true`: those that were answered. Default: those that wait. */
  readonly isAnswered?: boolean | undefined;
}

/** Keeps runs: for each a journal, a head, and the calls in it that wait. */
export interface RunStore {
  /**
   * Writes records, and the changes with them, where the first takes the place after the last that is there. Elsewhere
   * nothing is written, and the result says what the latest place is: the writer reads what is new and decides again.
   * Of two writers of one place exactly one succeeds. What is written is durable when the promise resolves.
   *
   * The first append of a run makes its head, with status `running` and epoch 0 unless the changes say otherwise. One
   * that makes it `ended` takes calls off the index that nobody answered.
   * @throws TenonError `STORE_RECORDS_INVALID` for no records, or places that do not count up by one
   */
  append(
    runId: string,
    records: readonly KeptRecord[],
    changes?: RunChanges,
  ): Promise<AppendResult>;
  /** The records from a place on, in order; none for a run that is not there. */
  read(runId: string, fromSeq?: number): Promise<readonly KeptRecord[]>;
  getRun(runId: string): Promise<RunHead | undefined>;
  /** Newest first, by the time of the first append, unless `direction` says otherwise. */
  listRuns(
    options?: RunFilter & Paging & { readonly direction?: SortDirection },
  ): Promise<PageInfo & { readonly runs: readonly RunHead[] }>;
  /** Longest waiting first, those of one append in its order. Calls that were answered stay on the index until their run is deleted. */
  listWaitingCalls(
    options?: WaitingFilter & Paging,
  ): Promise<PageInfo & { readonly calls: readonly WaitingCall[] }>;
  /** What has this hash: bytes or JSON as `toBlob` was given it. */
  getBlob(hash: string): Promise<unknown>;
  /** Removes all there is of a run. Whether there was one. */
  delete(runId: string): Promise<boolean>;
  /** Removes runs that ended and whose last append was before a time. How many; at most `limit`, oldest first. */
  deleteEnded(options: { readonly before: Date; readonly limit?: number }): Promise<number>;
}
