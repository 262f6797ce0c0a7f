import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toLoadError } from './load-error.ts';

/** What a module exports, by name. */
export type ModuleExports = Readonly<Record<string, unknown>>;

/**
 * Loads a module of the user's as it stands, TypeScript or JavaScript, with no build. `path` is seen from the folder that
 * the command runs in.
 *
 * @throws Error when there is no such file or it fails while it loads; the message names it and
 * the line.
 */
export async function loadModule(path: string): Promise<ModuleExports> {
  const file = resolve(path);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new Error(`There is no file "${path}".`);
  if (!found.isFile()) throw new Error(`"${path}" is a folder, not a file.`);
  const { createJiti } = await import('jiti');
  const jiti = createJiti(pathToFileURL(file).href, { tsconfigPaths: true, interopDefault: false });
  try {
    return await jiti.import<ModuleExports>(file);
  } catch (error) {
    throw toLoadError(path, error);
  }
}
