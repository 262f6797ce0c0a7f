import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { createTool } from '@tenon/core/tools';
import { z } from 'zod';
import { counted } from './counted.ts';
import { nearest } from './nearest.ts';
import { readText } from './read-text.ts';
import { resolveInside } from './resolve-inside.ts';
import { TextSummary } from './text-summary.ts';

export interface SummarizeFileToolOptions {
  /** The folder whose files may be read; nothing outside it ever is. Default: the working directory. */
  readonly folder?: string;
}

/** Makes the tool that tells what is in a file. A file of any size is read piece by piece. */
export function createSummarizeFileTool(options: SummarizeFileToolOptions = {}) {
  const root = resolve(options.folder ?? '.');
  return createTool({
    id: 'summarize-file',
    description:
      'Summarizes one file by its path (summarises, describes, gives a summary or an outline). Tells how big or large it is (size), how many lines and words it has (counts, length), its headings or first lines, its most frequent words, its encoding, whether it is binary.',
    inputSchema: z.object({
      path: z
        .string()
        .trim()
        .min(1)
        .max(1000)
        .describe(
          'The path of the file in the working directory, such as README.md or src/main.ts',
        ),
    }),
    outputSchema: z.object({ message: z.string(), outline: z.array(z.string()).optional() }),
    execute: async ({ path }, { abortSignal }) => {
      const top = await realpath(root);
      const real = await resolveInside(top, path, 'file').catch((error: Error) =>
        suggest(top, path, error),
      );
      const file = await open(
        real,
        constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | constants.O_NONBLOCK,
      );
      try {
        const stat = await file.stat();
        if (stat.isDirectory()) throw new Error(await toFolderMessage(real, path));
        if (!stat.isFile()) throw new Error(`"${path}" is not a plain file.`);
        const name = relative(top, real).split(sep).join('/');
        let summary = new TextSummary();
        const encoding = await readText(file, (text, isAgain) => {
          abortSignal?.throwIfAborted();
          if (isAgain) summary = new TextSummary();
          summary.add(text);
        });
        const size = toSize(stat.size);
        if (!encoding) return { message: `${name} is a binary file of ${size}.` };
        return summary.end(`${name}: ${size} of text (${encoding})`);
      } finally {
        await file.close();
      }
    },
  });
}

/** Adds to the error of a missing file which ones are called alike. */
async function suggest(top: string, path: string, error: Error): Promise<never> {
  if (!error.message.startsWith('There is no')) throw error;
  const names = await readdir(dirname(resolve(top, path))).catch(() => [] as string[]);
  const alike = nearest(basename(path), names);
  const folder = dirname(path) === '.' ? '' : `${dirname(path)}/`;
  const hint = alike.map((name) => folder + name).join(', ');
  throw new Error(hint ? `${error.message} Names like it: ${hint}.` : error.message, {
    cause: error,
  });
}

async function toFolderMessage(real: string, path: string): Promise<string> {
  const entries = await readdir(real, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const hint =
    names.length > 0 ? ` Name a file in it: ${names.sort().slice(0, 8).join(', ')}.` : '';
  return `"${path}" is a folder.${hint}`;
}

function toSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), 4);
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${['kB', 'MB', 'GB', 'TB'][power - 1]}`;
}
