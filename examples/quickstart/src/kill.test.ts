import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createNotesTool } from './tools/notes.ts';

const tenon = fileURLToPath(new URL('../../../packages/cli/bin/tenon.js', import.meta.url));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the command as a user does, and kills it at the first change in the folder of the notes. */
async function killedWhileItWrites(request: string): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [tenon, 'chat', request], { cwd: folder, stdio: 'ignore' });
  const watcher = watch(join(folder, '.tenon'), () => child.kill('SIGKILL'));
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => {
    child.on('close', (_, by) => resolve(by));
  });
  watcher.close();
  return signal;
}

it('keeps the notes readable when it is killed while it writes one', async () => {
  const path = join(folder, '.tenon', 'notes.json');
  // so long that it takes a while to write
  const old = { id: 1, text: 'old '.repeat(1_000_000), createdAt: '2026-01-15T10:00:00.000Z' };
  await mkdir(join(folder, '.tenon'));
  await writeFile(path, JSON.stringify({ notes: [old] }));

  expect(await killedWhileItWrites('Remember to buy milk')).toBe('SIGKILL');

  const { notes } = JSON.parse(await readFile(path, 'utf8')) as { notes: (typeof old)[] };
  expect(notes[0]?.text === old.text).toBe(true);
  expect(notes.slice(1).map(({ text }) => text)).toEqual(notes.length > 1 ? ['buy milk'] : []);
  const next = notes.length + 1;
  expect(await createNotesTool({ path }).execute({ action: 'add', text: 'buy bread' })).toEqual({
    message: `Saved as note ${next}.`,
  });
});
