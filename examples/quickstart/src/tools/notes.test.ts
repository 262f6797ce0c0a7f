import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isValidationError } from '@tenon/core/tools';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNotesTool } from './notes.ts';

const now = () => new Date('2026-01-15T10:00:00Z');
let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notes-'));
  path = join(folder, 'deep', 'notes.json');
});
afterEach(() => rm(folder, { recursive: true }));

describe('notes', () => {
  it('survive in the file, and another tool on it reads them', async () => {
    const first = createNotesTool({ path, now });
    expect(await first.execute({ action: 'add', text: ' buy milk ' })).toEqual({
      message: 'Saved as note 1.',
    });
    expect(await createNotesTool({ path, now }).execute({ action: 'list' })).toEqual({
      message: '1 of 1 notes.',
      notes: [{ id: 1, text: 'buy milk', createdAt: '2026-01-15T10:00:00.000Z' }],
    });
    expect(await readdir(join(folder, 'deep'))).toEqual(['notes.json']);
  });

  it('are found by all of the words, in any order and case', async () => {
    const tool = createNotesTool({ path, now });
    for (const text of ['Buy milk and eggs', 'Call the bank', 'milk the cow'])
      await tool.execute({ action: 'add', text });
    expect(await tool.execute({ action: 'find', text: 'MILK buy' })).toMatchObject({
      message: '1 of 3 notes.',
      notes: [{ id: 1 }],
    });
    expect(await tool.execute({ action: 'find', text: 'horse' })).toEqual({
      message: '0 of 3 notes.',
      notes: [],
    });
  });

  it('are none before the first is added', async () => {
    expect(await createNotesTool({ path }).execute({ action: 'list' })).toEqual({
      message: '0 of 0 notes.',
      notes: [],
    });
  });

  it('added at the same time are all kept', async () => {
    const tool = createNotesTool({ path, now });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        tool.execute({ action: 'add', text: `note ${index}` }),
      ),
    );
    expect(await tool.execute({ action: 'list' })).toMatchObject({ message: '20 of 20 notes.' });
  });

  it('added by several tools at the same time, as two chats in a folder have them, are all kept', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        createNotesTool({ path, now }).execute({ action: 'add', text: `note ${index}` }),
      ),
    );
    const { notes = [] } = JSON.parse(await readFile(path, 'utf8')) as { notes?: { id: number }[] };
    expect(notes.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await readdir(join(folder, 'deep'))).toEqual(['notes.json']);
  });

  it.each([
    ['is gone', String(spawnSync(process.execPath, ['-e', '']).pid), 0],
    ['has left no number', '', 60_000],
    ['has a number that another has now', String(process.pid), 60_000],
  ])('can be added after a process was killed over one that %s', async (_, holder, age) => {
    await mkdir(join(folder, 'deep'));
    const lock = join(folder, 'deep', 'notes.json.lock');
    await writeFile(lock, holder);
    const then = new Date(Date.now() - age);
    await utimes(lock, then, then);
    const tools = [createNotesTool({ path, now }), createNotesTool({ path, now })];
    const added = await Promise.all(
      tools.map((tool) => tool.execute({ action: 'add', text: 'one' })),
    );
    expect(added.map((output) => (output as { message: string }).message).sort()).toEqual([
      'Saved as note 1.',
      'Saved as note 2.',
    ]);
    expect(await readdir(join(folder, 'deep'))).toEqual(['notes.json']);
  });

  it.each(['{"notes": [', '{"notes": [{"id": "one"}]}', ''])(
    'in a damaged file (%j) give an error and are left alone',
    async (content) => {
      path = join(folder, 'notes.json');
      await writeFile(path, content);
      const tool = createNotesTool({ path });
      await expect(tool.execute({ action: 'add', text: 'x' })).rejects.toThrow(
        `The notes file ${path} is damaged. It was left as it is`,
      );
      expect(await readFile(path, 'utf8')).toBe(content);
    },
  );

  it('need a text to be added, and a known action', async () => {
    const tool = createNotesTool({ path });
    await expect(tool.execute({ action: 'add', text: ' ' })).rejects.toThrow(
      'Say what the note should hold.',
    );
    expect(isValidationError(await tool.execute({ action: 'burn' as 'add' }))).toBe(true);
  });
});
