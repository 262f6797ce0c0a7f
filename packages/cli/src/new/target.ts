import { readdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/** The folder of a project to be. */
export interface Target {
  readonly path: string;
  /** Whether it is there, empty. */
  readonly exists: boolean;
}

/**
 * Looks at the folder that a project is to be in, and touches nothing.
 *
 * @throws Error when it holds something other than a repository without files.
 */
export async function findTarget(folder: string): Promise<Target> {
  const path = resolve(folder);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`"${folder}" cannot be made: ${error.message}. Name another folder.`);
  });
  if (found === undefined) return { path, exists: false };
  if (!found.isDirectory()) throw new Error(`"${folder}" is a file. Name a folder.`);
  const entries = await readdir(path);
  if (entries.some((entry) => !isKept(entry))) {
    throw new Error(`"${folder}" is not empty. Name a folder that is empty or not there yet.`);
  }
  return { path, exists: true };
}

/** What may be in an empty folder: the bookkeeping of a repository that holds no file yet. */
export const isKept = (entry: string): boolean => entry === '.git';

/** A path as a shell takes it. */
export function shown(path: string): string {
  if (/^[\w./\\:@+-]+$/.test(path)) return path;
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`;
}
