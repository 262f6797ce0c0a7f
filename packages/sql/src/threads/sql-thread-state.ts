import {
  assertId,
  type StateKey,
  type ThreadStateStore,
  type VersionedState,
} from '@tenon/core/storage';
import { type Database, write } from '../transactions.ts';
import { fromText, toText } from '../values.ts';

/** States of threads in a database. */
export class SqlThreadState implements ThreadStateStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async getState<Value>(key: StateKey): Promise<Value | undefined> {
    return (await this.getVersionedState<Value>(key))?.value;
  }

  async getVersionedState<Value>(key: StateKey): Promise<VersionedState<Value> | undefined> {
    const { thread_id, type } = toColumns(key);
    const row = await this.#database
      .selectFrom('tenon_thread_state')
      .select(['value', 'version'])
      .where('thread_id', '=', thread_id)
      .where('type', '=', type)
      .executeTakeFirst();
    return row && { value: fromText(row.value) as Value, version: row.version };
  }

  async setState({ value, ...key }: StateKey & { readonly value: unknown }): Promise<void> {
    const columns = toColumns(key);
    const written = toVersion(value);
    await write(this.#database, (transaction) =>
      transaction
        .insertInto('tenon_thread_state')
        .values({ ...columns, ...written })
        .onConflict((conflict) => conflict.columns(['thread_id', 'type']).doUpdateSet(written))
        .execute(),
    );
  }

  async compareAndSetState({
    value,
    expectedVersion,
    ...key
  }: StateKey & {
    readonly value: unknown;
    readonly expectedVersion: string | undefined;
  }): Promise<boolean> {
    const columns = toColumns(key);
    const written = toVersion(value);
    return write(this.#database, (transaction) =>
      expectedVersion === undefined
        ? insertState(transaction, { ...columns, ...written })
        : replaceState(transaction, { ...columns, ...written }, expectedVersion),
    );
  }

  async deleteState(key: StateKey): Promise<void> {
    const { thread_id, type } = toColumns(key);
    await write(this.#database, (transaction) =>
      transaction
        .deleteFrom('tenon_thread_state')
        .where('thread_id', '=', thread_id)
        .where('type', '=', type)
        .execute(),
    );
  }

  async dangerouslyClearAll(): Promise<void> {
    await write(this.#database, (transaction) =>
      transaction.deleteFrom('tenon_thread_state').execute(),
    );
  }
}

interface StateRow {
  readonly thread_id: string;
  readonly type: string;
  readonly version: string;
  readonly value: string;
}

async function insertState(transaction: Database, row: StateRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('tenon_thread_state')
    .values(row)
    .onConflict((conflict) => conflict.columns(['thread_id', 'type']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function replaceState(
  transaction: Database,
  { thread_id, type, version, value }: StateRow,
  expectedVersion: string,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('tenon_thread_state')
    .set({ version, value })
    .where('thread_id', '=', thread_id)
    .where('type', '=', type)
    .where('version', '=', expectedVersion)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function toColumns({ threadId, type }: StateKey): Pick<StateRow, 'thread_id' | 'type'> {
  assertId(threadId, 'threadId');
  assertId(type, 'type');
  return { thread_id: threadId, type };
}

function toVersion(value: unknown): Pick<StateRow, 'version' | 'value'> {
  return { version: globalThis.crypto.randomUUID(), value: toText(value) };
}
