import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

type Act<Result> = (transaction: Transaction<Tables>) => Promise<Result>;

/** Whatever is written is written by this: all of it or nothing. */
export function write<Result>(database: Database, act: Act<Result>): Promise<Result> {
  return database.transaction().execute(act);
}

/** What takes several queries and has to see one state of the database. */
export function readTogether<Result>(database: Database, act: Act<Result>): Promise<Result> {
  return database.transaction().setAccessMode('read only').execute(act);
}

/** Fewer than the parameters that any database takes. */
const chunkSize = 500;

/** Does something with a list that may be too long for one query. */
export async function inChunks<Item>(
  items: readonly Item[],
  act: (chunk: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += chunkSize) {
    await act(items.slice(from, from + chunkSize));
  }
}
