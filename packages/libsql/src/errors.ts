import { dirname } from 'node:path';
import { type ErrorCode, TenonError } from '@tenon/core';
import type { Location } from './location.ts';

/** What a code of SQLite, or the beginning of one, means for a store: the error and the way out. */
const meanings: readonly (readonly [
  prefix: string,
  code: ErrorCode,
  text: (location: Location, timeoutMs: number) => string,
])[] = [
  [
    'SQLITE_BUSY',
    'STORE_LOCKED',
    ({ name }, timeoutMs) =>
      `Another process has held the lock of ${name} for more than ${timeoutMs} ms. Try again when it has finished; a shell or a backup tool that is inside a transaction holds it too. The option "busyTimeoutMs" sets how long a store waits.`,
  ],
  [
    'SQLITE_LOCKED',
    'STORE_LOCKED',
    ({ name }) =>
      `Something else of this process has locked ${name}. Try again when it has finished.`,
  ],
  [
    'SQLITE_NOTADB',
    'STORE_DAMAGED',
    ({ name }) =>
      `What stands in ${name} is not a database of SQLite, or its beginning is damaged. Nothing was written to it. Move it away to begin with an empty one, or put a backup in its place.`,
  ],
  [
    'SQLITE_CORRUPT',
    'STORE_DAMAGED',
    ({ name }) =>
      `Part of ${name} is damaged, and what was asked for cannot be read or written. Stop all processes that use it and keep a copy; put a backup in its place, or save what can be read with ".recover" of the sqlite3 shell.`,
  ],
  [
    'SQLITE_READONLY',
    'STORE_READ_ONLY',
    ({ name, path }) =>
      `Nothing can be written to ${name}. This process needs the right to write the file, its "-wal" and "-shm" files and the folder ${dirname(path)}.`,
  ],
  [
    'SQLITE_FULL',
    'STORE_FULL',
    ({ name, path }) =>
      `The disk of ${name} is full; what was to be written is not there, what stood there is. Free space below ${dirname(path)}, or delete old runs with deleteEnded().`,
  ],
  [
    'SQLITE_CANTOPEN',
    'STORE_UNAVAILABLE',
    ({ name, path }) =>
      `SQLite cannot open ${name}. The folder ${dirname(path)} has to be there, and this process needs the right to read and write in it.`,
  ],
];

/** Of a lock that somebody else holds. */
export function isLocked(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

/** What the driver threw as an error of the store; one that says it already stays as it is. */
export function toStoreError(error: unknown, location: Location, timeoutMs: number): TenonError {
  if (TenonError.is(error)) return error;
  const found = codeOf(error);
  const row = meanings.find(([prefix]) => found.startsWith(prefix));
  const details = { path: location.path, sqliteCode: found };
  if (row !== undefined) {
    const [, code, text] = row;
    return new TenonError(code, text(location, timeoutMs), { details, cause: error });
  }
  return new TenonError(
    'STORE_FAILED',
    `The driver of ${location.name} failed with ${found === '' ? 'an error of its own' : found}; its words are in the cause. What was to be written is not there.`,
    { details, cause: error },
  );
}

/** The name of SQLite for what went wrong; what the driver cannot open has no code in it. */
function codeOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && code !== '') return nameOf(code);
  return String(message).startsWith('ConnectionFailed') ? 'SQLITE_CANTOPEN' : '';
}

/** The driver has no names for some codes, that of a folder which may not be written for one; the last byte says the kind. */
function nameOf(code: string): string {
  const number = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code)?.[1];
  return number === undefined ? code : (kinds[Number(number) & 0xff] ?? code);
}

/** https://www.sqlite.org/rescode.html */
const kinds: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};
