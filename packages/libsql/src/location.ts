import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionInvalid } from '@tenon/core/storage';

/** Where a store keeps what it is given. */
export interface Location {
  /** An absolute path, or `:memory:`. */
  readonly path: string;
  readonly isMemory: boolean;
  /** How errors call it. */
  readonly name: string;
}

/**
 * Reads the address of a store: `file:` with a path, from the working directory on unless it is absolute, or `:memory:`.
 * @throws TenonError `STORE_OPTION_INVALID`
 */
export function toLocation(url: unknown): Location {
  if (url === ':memory:') return { path: url, isMemory: true, name: 'the database in memory' };
  if (typeof url !== 'string' || !url.startsWith('file:') || url === 'file:') {
    throw optionInvalid('url', 'must be "file:" with a path, as in "file:tenon.db", or ":memory:"');
  }
  if (/[?#\0]/.test(url)) {
    throw optionInvalid(
      'url',
      'takes a path alone, without "?" or "#"; write those as %3F and %23',
    );
  }
  const path = resolve(toPath(url));
  return { path, isMemory: false, name: `the file ${path}` };
}

function toPath(url: string): string {
  try {
    if (url.startsWith('file://')) return fileURLToPath(url);
    return decodeURIComponent(url.slice('file:'.length));
  } catch {
    throw optionInvalid('url', 'is no address of a file of this machine; write "%" as %25');
  }
}
