import { TenonError } from '@tenon/core';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Database } from 'libsql';
import { toStoreError } from './errors.ts';
import type { Location } from './location.ts';
import { retryLocked } from './retry-locked.ts';
import { Statements } from './statements.ts';
import { Turns } from './turns.ts';

export interface ConnectionOptions {
  readonly location: Location;
  readonly busyTimeoutMs: number;
}

/** One connection to a file. It is used by one at a time; what runs on it is synchronous. */
export class LibsqlConnection implements DatabaseConnection {
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #options: ConnectionOptions;
  readonly #turns = new Turns();
  #isClosed = false;
  #endTurn = (): void => undefined;

  constructor(database: Database, options: ConnectionOptions) {
    this.#database = database;
    this.#statements = new Statements(database);
    this.#options = options;
  }

  /** Waits until nobody else uses it. */
  async take(): Promise<this> {
    const end = await this.#turns.take();
    if (this.#isClosed) {
      end();
      throw closed(this.#options.location);
    }
    this.#endTurn = end;
    return this;
  }

  release(): void {
    this.#endTurn();
  }

  /** Begins a transaction: one that writes takes the lock at once, so that nothing it read can change before it writes. */
  async begin(writes: boolean): Promise<void> {
    await this.#do(writes ? 'begin immediate' : 'begin', []);
  }

  async commit(): Promise<void> {
    await this.#do('commit', []);
  }

  /**
   * SQLite has rolled back by itself after some errors, such as that of a full disk. What fails here is not told: it
   * would take the place of the error that the transaction failed with.
   */
  async rollback(): Promise<void> {
    if (this.#database.inTransaction) await this.#do('rollback', []).catch(() => undefined);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#do<Row>(sql, parameters);
  }

  // biome-ignore lint/correctness/useYield: the stores read whole results
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new TenonError('STORE_FAILED', 'Results of this database cannot be streamed.');
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    const end = await this.#turns.take();
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#statements.clear();
      this.#emptyLog();
      this.#database.close();
    }
    end();
  }

  /** SQLite does it with the last connection, but the driver keeps that open until its statements are collected. */
  #emptyLog(): void {
    try {
      this.#database.prepare('pragma wal_checkpoint(truncate)').all();
    } catch {
      // whoever opens the file next reads the log
    }
  }

  async #do<Row>(text: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    const { location, busyTimeoutMs } = this.#options;
    try {
      return await retryLocked(() => this.#run<Row>(text, parameters), busyTimeoutMs);
    } catch (error) {
      throw toStoreError(error, location, busyTimeoutMs);
    }
  }

  #run<Row>(text: string, parameters: readonly unknown[]): QueryResult<Row> {
    const statement = this.#statements.get(text);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }
}

export function closed({ name }: Location): TenonError {
  return new TenonError(
    'STORE_CLOSED',
    `The store over ${name} was closed. Make another LibSQLStore to use it again.`,
  );
}
