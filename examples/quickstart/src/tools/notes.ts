import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createTool } from '@tenon/core/tools';
import { z } from 'zod';
import { withLock } from './with-lock.ts';

const noteSchema = z.object({ id: z.number().int(), text: z.string(), createdAt: z.string() });
const fileSchema = z.object({ notes: z.array(noteSchema) });
type Note = z.infer<typeof noteSchema>;

export interface NotesToolOptions {
  /** The file that holds the notes. Default: `.tenon/notes.json` in the working directory. */
  readonly path?: string;
  readonly now?: () => Date;
}

/** Makes the notes tool. The notes survive in a JSON file that is always replaced as a whole. */
export function createNotesTool(options: NotesToolOptions = {}) {
  const path = resolve(options.path ?? '.tenon/notes.json');
  const now = options.now ?? (() => new Date());
  // Calls of one step run side by side; each must see what the one before it wrote.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
  return createTool({
    id: 'notes',
    description:
      'Keeps notes and reminders of the user: remembers a new one, lists them all or those that mention some words.',
    inputSchema: z.object({
      action: z
        .enum(['add', 'list', 'find'])
        .describe(
          'What to do with the notes: add (remember, remind, make, save, keep, jot, note, write down), list (show, read, notes), find (search, look up)',
        ),
      text: z
        .string()
        .max(10_000)
        .optional()
        .describe('For add: what the note says. For find: the words to look for in the notes.'),
    }),
    outputSchema: z.object({ message: z.string(), notes: z.array(noteSchema).optional() }),
    execute: ({ action, text = '' }) =>
      inTurn(async () => {
        const wanted = text.trim();
        if (action === 'add') {
          if (wanted === '') throw new Error('Say what the note should hold.');
          return { message: `Saved as note ${await addNote(path, wanted, now)}.` };
        }
        const notes = await readNotes(path);
        const found = notes.filter((note) => hasAllWords(note.text, wanted));
        return { message: `${found.length} of ${notes.length} notes.`, notes: found };
      }),
  });
}

const hasAllWords = (text: string, wanted: string): boolean =>
  wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

async function readNotes(path: string): Promise<Note[]> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(`The notes file ${path} could not be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  try {
    return fileSchema.parse(JSON.parse(content)).notes;
  } catch (cause) {
    const message = `The notes file ${path} is damaged. It was left as it is: mend it, or move it away.`;
    throw new Error(message, { cause });
  }
}

/** Adds a note, and gives its number. Another process on the same file waits for that, so that nothing is lost. */
async function addNote(path: string, text: string, now: () => Date): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  return withLock(path, async () => {
    const notes = await readNotes(path);
    const id = notes.reduce((highest, note) => Math.max(highest, note.id), 0) + 1;
    await writeNotes(path, [...notes, { id, text, createdAt: now().toISOString() }]);
    return id;
  });
}

/** Writes beside the file and renames, so that a crash leaves the old notes or the new, never half. */
async function writeNotes(path: string, notes: readonly Note[]): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ notes }, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
