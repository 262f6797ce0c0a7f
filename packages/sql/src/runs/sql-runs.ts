import {
  type AppendResult,
  assertCount,
  assertDate,
  assertId,
  type KeptRecord,
  type RunChanges,
  type RunHead,
  type RunStore,
} from '@tenon/core/storage';
import type { SqlFlavor } from '../flavor.ts';
import { type Database, write } from '../transactions.ts';
import { fromText } from '../values.ts';
import { appendRecords, toAppend } from './append-records.ts';
import { dropBlobs, readBlob } from './run-blobs.ts';
import { endedRuns, listRuns, listWaitingCalls } from './run-lists.ts';
import { toHead } from './run-rows.ts';
import { prepareRunStatements, type RunStatements } from './run-statements.ts';

/** How many runs one transaction removes: others come to write in between. */
const batchSize = 100;

/** Journals of runs in a database. */
export class SqlRuns implements RunStore {
  readonly #database: Database;
  readonly #statements: RunStatements;

  constructor(database: Database, flavor: SqlFlavor) {
    this.#database = database;
    this.#statements = prepareRunStatements(database, flavor);
  }

  async append(
    runId: string,
    records: readonly KeptRecord[],
    changes: RunChanges = {},
  ): Promise<AppendResult> {
    assertId(runId, 'runId');
    const append = toAppend(runId, records, changes);
    return write(this.#database, (transaction) =>
      appendRecords(transaction, this.#statements, append),
    );
  }

  async read(runId: string, fromSeq = 1): Promise<readonly KeptRecord[]> {
    assertId(runId, 'runId');
    assertCount(fromSeq, 'fromSeq', 1);
    const { rows } = await this.#statements.readRecords.run(this.#database, { runId, fromSeq });
    return rows.map(({ seq, event }) => ({
      seq: Number(seq),
      event: fromText(event) as KeptRecord['event'],
    }));
  }

  async getRun(runId: string): Promise<RunHead | undefined> {
    assertId(runId, 'runId');
    const [row] = (await this.#statements.findRun.run(this.#database, { runId })).rows;
    return row && toHead(row);
  }

  async listRuns(options: Parameters<RunStore['listRuns']>[0] = {}) {
    return listRuns(this.#database, options);
  }

  async listWaitingCalls(options: Parameters<RunStore['listWaitingCalls']>[0] = {}) {
    return listWaitingCalls(this.#database, options);
  }

  async getBlob(hash: string): Promise<unknown> {
    assertId(hash, 'hash');
    return readBlob(this.#database, hash);
  }

  async delete(runId: string): Promise<boolean> {
    assertId(runId, 'runId');
    return write(this.#database, (transaction) => deleteRun(transaction, runId));
  }

  async deleteEnded({ before, limit }: { before: Date; limit?: number }): Promise<number> {
    assertDate(before, 'before');
    if (limit !== undefined) assertCount(limit, 'limit', 0);
    let deleted = 0;
    for (;;) {
      const wanted = Math.min(batchSize, (limit ?? Number.POSITIVE_INFINITY) - deleted);
      const found = wanted === 0 ? 0 : await this.#deleteBatch(before, wanted);
      deleted += found;
      if (found < batchSize) return deleted;
    }
  }

  #deleteBatch(before: Date, limit: number): Promise<number> {
    return write(this.#database, async (transaction) => {
      const runIds = await endedRuns(transaction, before, limit);
      for (const runId of runIds) await deleteRun(transaction, runId);
      return runIds.length;
    });
  }
}

async function deleteRun(transaction: Database, runId: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('tenon_runs')
    .where('run_id', '=', runId)
    .executeTakeFirst();
  await transaction.deleteFrom('tenon_run_records').where('run_id', '=', runId).execute();
  await transaction.deleteFrom('tenon_waiting_calls').where('run_id', '=', runId).execute();
  await dropBlobs(transaction, runId);
  return numDeletedRows > 0n;
}
