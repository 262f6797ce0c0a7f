import { TenonError } from '@tenon/core';
import type { Database } from 'libsql';
import { toStoreError } from './errors.ts';
import { type ConnectionOptions, LibsqlConnection } from './libsql-connection.ts';
import type { Location } from './location.ts';
import { retryLocked } from './retry-locked.ts';

/** When a commit is on the disk: with `full` before it resolves, with `normal` soon after. Neither damages the file. */
export type Synchronous = 'full' | 'normal';

/** Opens a connection. The settings are those of the connection; the file itself keeps that it has a write-ahead log. */
export async function openConnection(
  options: ConnectionOptions,
  synchronous: Synchronous,
): Promise<LibsqlConnection> {
  const { location, busyTimeoutMs } = options;
  const { default: LibsqlDatabase } = await importDriver();
  try {
    // 0: waiting is done outside of SQLite, which would block the event loop
    const database = new LibsqlDatabase(location.path, { timeout: 0 });
    try {
      await retryLocked(() => configure(database, location, synchronous), busyTimeoutMs);
    } catch (error) {
      database.close();
      throw error;
    }
    return new LibsqlConnection(database, options);
  } catch (error) {
    throw toStoreError(error, location, busyTimeoutMs);
  }
}

function configure(database: Database, location: Location, synchronous: Synchronous): void {
  const mode = readSetting(database, 'pragma journal_mode = wal');
  if (mode !== 'wal' && !location.isMemory) throw noLog(location, mode);
  database.exec(`pragma synchronous = ${synchronous}`);
}

function readSetting(database: Database, text: string): unknown {
  const [row] = database.prepare(text).raw(true).all() as unknown[][];
  return row?.[0];
}

function noLog({ name, path }: Location, mode: unknown): TenonError {
  return new TenonError(
    'STORE_UNAVAILABLE',
    `SQLite cannot keep a write-ahead log for ${name} (its journal mode is ${String(mode)}). Put it on a disk of this machine: file systems over a network have no memory that processes share.`,
    { details: { path } },
  );
}

/** The driver is native code, which comes as a package for each platform. */
async function importDriver() {
  try {
    return await import('libsql');
  } catch (cause) {
    throw new TenonError(
      'STORE_UNAVAILABLE',
      `The native part of libsql does not load on ${process.platform} ${process.arch}. It comes as an optional package: install again without --omit=optional, on the platform that it is to run on.`,
      { cause },
    );
  }
}
