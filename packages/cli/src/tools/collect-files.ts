import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { seenPath } from '../seen-path.ts';

const sources = /\.[cm]?[jt]s$/;
const notSources = /\.d\.[cm]?ts$|\.(test|spec|bench)\.|\.config\./;
const skippedFolders: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'coverage',
  'test',
  'tests',
  '__tests__',
]);

/**
 * The file itself, or those of a folder that may export a tool: sources at any depth, without tests, type declarations,
 * settings of tools, what is built or installed, and files that export nothing, since loading one is running it.
 *
 * @throws Error when there is no such file or folder
 */
export async function collectFiles(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new Error(`There is no file or folder "${path}".`);
  if (!found.isDirectory()) return [path];
  return (await sourcesBelow(path)).map(seenPath);
}

async function sourcesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) found.push(...(await sourcesBelow(path)));
    } else if (isSource(entry.name) && (await exportsSomething(path))) {
      found.push(path);
    }
  }
  return found;
}

const isSource = (name: string): boolean => sources.test(name) && !notSources.test(name);

async function exportsSomething(path: string): Promise<boolean> {
  // a link that leads nowhere or to a folder is no source
  const text = await readFile(path, 'utf8').catch(() => '');
  return /\bexports?\b/.test(text);
}
