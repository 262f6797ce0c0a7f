import {
  type AppendResult,
  assertDate,
  assertRecords,
  type KeptRecord,
  nextHead,
  type RunChanges,
  type RunHead,
  toWaitingCall,
} from '@tenon/core/storage';
import type { Database } from '../transactions.ts';
import { toOptionalText, toText, toTime } from '../values.ts';
import { keepBlobs } from './run-blobs.ts';
import { toHead, toRunRow, toWaitingRow } from './run-rows.ts';
import type { RunStatements } from './run-statements.ts';

/** What is to be written, checked and in the form in which it is kept: what is wrong with it is said before a transaction. */
export interface Append {
  readonly runId: string;
  readonly firstSeq: number;
  readonly at: Date;
  /** The events, as texts. */
  readonly events: readonly string[];
  readonly waiting: readonly ReturnType<typeof toWaitingRow>[];
  readonly changes: RunChanges;
}

/** @throws TenonError `STORE_RECORDS_INVALID`, `STORE_ID_INVALID`, `STORE_OPTION_INVALID` */
export function toAppend(
  runId: string,
  records: readonly KeptRecord[],
  changes: RunChanges,
): Append {
  assertRecords(records);
  const at = changes.at ?? new Date();
  assertDate(at, 'at');
  return {
    runId,
    firstSeq: records[0]?.seq ?? 1,
    at,
    events: records.map(({ event }) => toText(event)),
    waiting: (changes.waiting ?? []).map((call) => toWaitingRow(toWaitingCall(call, runId, at))),
    changes,
  };
}

/** Writes records, the head, the index of waiting calls and content together, or says where the next place is. */
export async function appendRecords(
  transaction: Database,
  statements: RunStatements,
  append: Append,
): Promise<AppendResult> {
  const { runId, firstSeq, events, at, changes } = append;
  const before = await findHead(transaction, statements, runId);
  const latestSeq = before?.latestSeq ?? 0;
  if (firstSeq !== latestSeq + 1) return { appended: false, latestSeq };
  const head = nextHead(before, { runId, latestSeq: latestSeq + events.length, at }, changes.head);
  if (before !== undefined) await statements.updateRun.run(transaction, toRunRow(head));
  else if (!(await isInserted(transaction, statements, head))) {
    const { latestSeq: now = 0 } = (await findHead(transaction, statements, runId)) ?? {};
    return { appended: false, latestSeq: now };
  }
  for (const [index, event] of events.entries()) {
    await statements.insertRecord.run(transaction, { runId, seq: firstSeq + index, event });
  }
  await indexCalls(transaction, statements, append, head.status);
  await keepBlobs(transaction, runId, changes.blobs ?? []);
  return { appended: true, latestSeq: head.latestSeq };
}

async function findHead(
  transaction: Database,
  statements: RunStatements,
  runId: string,
): Promise<RunHead | undefined> {
  const [row] = (await statements.holdRun.run(transaction, { runId })).rows;
  return row && toHead(row);
}

/** Of two transactions that begin one run, one does; it may be that neither saw it. */
async function isInserted(
  transaction: Database,
  statements: RunStatements,
  head: RunHead,
): Promise<boolean> {
  const { numAffectedRows } = await statements.insertRun.run(transaction, toRunRow(head));
  return numAffectedRows === 1n;
}

async function indexCalls(
  transaction: Database,
  statements: RunStatements,
  { runId, at, waiting, changes }: Append,
  status: RunHead['status'],
): Promise<void> {
  for (const row of waiting) {
    await statements.deleteWaiting.run(transaction, { runId, toolCallId: row.tool_call_id });
    await statements.insertWaiting.run(transaction, row);
  }
  for (const { toolCallId, by } of changes.answered ?? []) {
    const answer = { runId, toolCallId, at: toTime(at), by: toOptionalText(by) };
    await statements.answer.run(transaction, answer);
  }
  if (status === 'ended') await statements.deleteUnanswered.run(transaction, { runId });
}
