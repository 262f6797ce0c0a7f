import { copyData } from '../../base/copy-data.ts';
import { toOwnJson } from '../../base/json-safe.ts';
import { contentOf, type RunBlob } from '../blob.ts';
import { assertCount, assertDate, assertId, assertIds } from '../check.ts';
import { nextHead } from '../next-head.ts';
import { assertDirection, toWindow } from '../paging.ts';
import { assertRecords } from '../records.ts';
import type {
  AppendResult,
  KeptRecord,
  RunChanges,
  RunFilter,
  RunHead,
  RunStore,
  WaitingCall,
  WaitingFilter,
} from '../runs.ts';
import { toWaitingCall } from '../waiting-call.ts';
import { pageOf, sortedBy } from './page-of.ts';

interface Run {
  head: RunHead;
  waiting: ReadonlyMap<string, WaitingCall>;
  readonly records: KeptRecord[];
}

/** Runs as long as the process lives. Everything is checked before anything is written, in one turn of the event loop. */
export class InMemoryRuns implements RunStore {
  readonly #runs = new Map<string, Run>();
  readonly #blobs = new Map<string, { readonly blob: RunBlob; readonly runIds: Set<string> }>();

  async append(
    runId: string,
    records: readonly KeptRecord[],
    changes: RunChanges = {},
  ): Promise<AppendResult> {
    assertId(runId, 'runId');
    assertRecords(records);
    const at = changes.at ?? new Date();
    assertDate(at, 'at');
    const run = this.#runs.get(runId);
    const latestSeq = run?.records.length ?? 0;
    if (records[0]?.seq !== latestSeq + 1) return { appended: false, latestSeq };
    const head = nextHead(
      run?.head,
      { runId, latestSeq: latestSeq + records.length, at },
      changes.head,
    );
    const waiting = nextWaiting(run?.waiting, head, at, changes);
    const kept = records.map(({ seq, event }) => ({ seq, event: json(event) }));
    if (run === undefined) this.#runs.set(runId, { head, waiting, records: kept });
    else {
      run.records.push(...kept);
      run.head = head;
      run.waiting = waiting;
    }
    for (const blob of changes.blobs ?? []) this.#keepBlob(runId, blob);
    return { appended: true, latestSeq: head.latestSeq };
  }

  async read(runId: string, fromSeq = 1): Promise<readonly KeptRecord[]> {
    assertId(runId, 'runId');
    assertCount(fromSeq, 'fromSeq', 1);
    return copyData(this.#runs.get(runId)?.records.slice(fromSeq - 1) ?? []);
  }

  async getRun(runId: string): Promise<RunHead | undefined> {
    assertId(runId, 'runId');
    return copyData(this.#runs.get(runId)?.head);
  }

  async listRuns(options: Parameters<RunStore['listRuns']>[0] = {}) {
    const { direction = 'DESC' } = options;
    assertDirection(direction);
    const window = toWindow(options);
    const found = this.#heads().filter(runMatcher(options));
    const { items: runs, ...info } = pageOf(
      sortedBy(found, ({ createdAt }) => createdAt, direction),
      window,
    );
    return { runs, ...info };
  }

  async listWaitingCalls(options: Parameters<RunStore['listWaitingCalls']>[0] = {}) {
    const window = toWindow(options);
    const all = [...this.#runs.values()].flatMap(({ waiting }) => [...waiting.values()]);
    const found = all.filter(waitingMatcher(options));
    const { items: calls, ...info } = pageOf(
      sortedBy(found, ({ waitingSince }) => waitingSince, 'ASC'),
      window,
    );
    return { calls, ...info };
  }

  async getBlob(hash: string): Promise<unknown> {
    assertId(hash, 'hash');
    const kept = this.#blobs.get(hash);
    return kept && contentOf(kept.blob);
  }

  async delete(runId: string): Promise<boolean> {
    assertId(runId, 'runId');
    return this.#remove(runId);
  }

  async deleteEnded({ before, limit }: { before: Date; limit?: number }): Promise<number> {
    assertDate(before, 'before');
    if (limit !== undefined) assertCount(limit, 'limit', 0);
    const matches = runMatcher({ status: 'ended', updatedBefore: before });
    const ended = sortedBy(this.#heads().filter(matches), ({ updatedAt }) => updatedAt, 'ASC');
    const doomed = ended.slice(0, limit);
    for (const { runId } of doomed) this.#remove(runId);
    return doomed.length;
  }

  #remove(runId: string): boolean {
    for (const [hash, { runIds }] of this.#blobs) {
      if (runIds.delete(runId) && runIds.size === 0) this.#blobs.delete(hash);
    }
    return this.#runs.delete(runId);
  }

  #heads(): RunHead[] {
    return [...this.#runs.values()].map(({ head }) => head);
  }

  #keepBlob(runId: string, blob: RunBlob): void {
    const kept = this.#blobs.get(blob.hash);
    if (kept !== undefined) kept.runIds.add(runId);
    else this.#blobs.set(blob.hash, { blob: copyBlob(blob), runIds: new Set([runId]) });
  }
}

const json = <Value>(value: Value): Value => toOwnJson(value) as Value;
const copyBlob = (blob: RunBlob): RunBlob =>
  blob.kind === 'bytes' ? { ...blob, bytes: blob.bytes.slice() } : { ...blob };

function nextWaiting(
  before: ReadonlyMap<string, WaitingCall> = new Map(),
  { runId, status }: RunHead,
  at: Date,
  { waiting = [], answered = [] }: RunChanges,
): ReadonlyMap<string, WaitingCall> {
  const calls = new Map(before);
  for (const call of waiting) {
    calls.set(call.toolCallId, toWaitingCall(call, runId, at));
  }
  for (const { toolCallId, by } of answered) {
    const call = calls.get(toolCallId);
    const answer = { at: new Date(at), ...(by !== undefined && { by: json(by) }) };
    if (call !== undefined) calls.set(toolCallId, { ...call, answer });
  }
  if (status !== 'ended') return calls;
  return new Map([...calls].filter(([, { answer }]) => answer !== undefined));
}

function runMatcher(filter: RunFilter): (head: RunHead) => boolean {
  const { status, parentRunId, updatedBefore, agentId, workflowId, threadId, resourceId } = filter;
  if (updatedBefore !== undefined) assertDate(updatedBefore, 'updatedBefore');
  assertIds({ agentId, workflowId, threadId, resourceId, parentRunId });
  const statuses = status === undefined ? undefined : [status].flat();
  return (head) =>
    (agentId === undefined || head.agentId === agentId) &&
    (workflowId === undefined || head.workflowId === workflowId) &&
    (threadId === undefined || head.threadId === threadId) &&
    (resourceId === undefined || head.resourceId === resourceId) &&
    (parentRunId === undefined || head.parent?.runId === parentRunId) &&
    (statuses === undefined || statuses.includes(head.status)) &&
    (updatedBefore === undefined || head.updatedAt < updatedBefore);
}

function waitingMatcher(filter: WaitingFilter): (call: WaitingCall) => boolean {
  const { runId, agentId, threadId, resourceId, isAnswered = false } = filter;
  assertIds({ runId, agentId, threadId, resourceId });
  return (call) =>
    (call.answer !== undefined) === isAnswered &&
    (runId === undefined || call.runId === runId) &&
    (agentId === undefined || call.agentId === agentId) &&
    (threadId === undefined || call.threadId === threadId) &&
    (resourceId === undefined || call.resourceId === resourceId);
}
