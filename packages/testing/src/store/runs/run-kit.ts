import assert from 'node:assert/strict';
import type { KeptRecord, RunChanges, RunStore } from '@tenon/core/storage';

/** A record that says what it was written for. */
export const record = (seq: number, says: unknown = seq): KeptRecord => ({
  seq,
  event: { type: 'said', says } as KeptRecord['event'],
});

/** Appends one record, which has to succeed. */
export async function append(
  runs: RunStore,
  runId: string,
  seq: number,
  changes?: RunChanges,
): Promise<void> {
  const result = await runs.append(runId, [record(seq)], changes);
  assert.deepEqual(result, { appended: true, latestSeq: seq });
}

/** What the records of a run say. */
export async function said(runs: RunStore, runId: string, fromSeq?: number): Promise<unknown[]> {
  const records = await runs.read(runId, fromSeq);
  return records.map(({ event }) => (event as unknown as { says: unknown }).says);
}

/** The ids of runs that a list has. */
export async function idsOf(
  runs: RunStore,
  options?: Parameters<RunStore['listRuns']>[0],
): Promise<string[]> {
  return (await runs.listRuns(options)).runs.map(({ runId }) => runId);
}

/** The ids of calls that wait, or that were answered. */
export async function waitingIn(
  runs: RunStore,
  options?: Parameters<RunStore['listWaitingCalls']>[0],
): Promise<string[]> {
  return (await runs.listWaitingCalls(options)).calls.map(({ toolCallId }) => toolCallId);
}
