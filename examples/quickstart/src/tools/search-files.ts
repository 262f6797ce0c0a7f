import { constants, type Dirent } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { createTool } from '@tenon/core/tools';
import { z } from 'zod';
import { counted } from './counted.ts';
import { readText } from './read-text.ts';
import { resolveInside } from './resolve-inside.ts';

export interface SearchFilesToolOptions {
  /** The folder that may be searched; nothing outside it is ever read. Default: the working directory. */
  readonly folder?: string;
  /** How many matches are given at most. Default 50. */
  readonly maxMatches?: number;
}

const skippedFolders = new Set(['node_modules', '.git']);
const maxFileBytes = 1_000_000;
const maxFiles = 20_000;

/** Makes the tool that searches a folder for lines that hold a text. */
export function createSearchFilesTool(options: SearchFilesToolOptions = {}) {
  const root = resolve(options.folder ?? '.');
  const maxMatches = options.maxMatches ?? 50;
  return createTool({
    id: 'search-files',
    description:
      'Searches the text of files: finds (greps) where a word or phrase is used and which files in a folder contain or mention it.',
    inputSchema: z.object({
      query: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .describe('The text to search, grep or look for in the files'),
      folder: z.string().optional().describe('Folder to search in, inside the working directory'),
      caseSensitive: z
        .boolean()
        .optional()
        .describe('Whether A and a differ; they do not by default'),
    }),
    outputSchema: z.object({
      message: z.string(),
      matches: z.array(z.object({ file: z.string(), line: z.number().int(), text: z.string() })),
    }),
    execute: async ({ query, folder = '.', caseSensitive = false }, { abortSignal }) => {
      const top = await realpath(root);
      const start = await resolveInside(top, folder, 'folder');
      const fold = (text: string) => (caseSensitive ? text : text.toLowerCase());
      const matches: { file: string; line: number; text: string }[] = [];
      let searched = 0;
      let isCut = false;
      for await (const path of listFiles(start)) {
        abortSignal?.throwIfAborted();
        if (searched === maxFiles) isCut = true;
        if (isCut) break;
        const lines = (await textOf(path))?.split(/\r?\n/);
        if (!lines) continue;
        searched += 1;
        for (const [index, text] of lines.entries()) {
          if (!fold(text).includes(fold(query))) continue;
          if (matches.length === maxMatches) {
            isCut = true;
            break;
          }
          const file = relative(top, path).split(sep).join('/');
          matches.push({
            file,
            line: index + 1,
            text: excerpt(text, fold(text).indexOf(fold(query))),
          });
        }
      }
      const count = `${counted(matches.length, 'match', 'matches')} in ${counted(searched, 'file')}`;
      return { message: isCut ? `Stopped early: the first ${count}.` : `${count}.`, matches };
    },
  });
}

/** All plain files below a path, in the order of their names. Links are not followed. */
async function* listFiles(path: string): AsyncGenerator<string> {
  if ((await stat(path)).isFile()) {
    yield path;
    return;
  }
  const entries = await readdir(path, { withFileTypes: true }).catch((): Dirent[] => []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inner = join(path, entry.name);
    if (entry.isFile()) yield inner;
    else if (entry.isDirectory() && !skippedFolders.has(entry.name)) yield* listFiles(inner);
  }
}

/** The text of a file; `undefined` when it is large, binary, or cannot be read. */
async function textOf(path: string): Promise<string | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return undefined;
  try {
    if ((await file.stat()).size > maxFileBytes) return undefined;
    let text = '';
    const encoding = await readText(file, (piece, isAgain) => {
      text = isAgain ? piece : text + piece;
    });
    return encoding === undefined ? undefined : text;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** A line cut to 200 characters around its match. */
function excerpt(line: string, at: number): string {
  const start = at > 150 ? at - 50 : 0;
  return line.slice(start, start + 200).trim();
}
