import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LibSQLStore } from './index.ts';
import { startChild } from './testing/children.ts';
import { temporaryFolder } from './testing/stores.ts';

const newFolder = () => temporaryFolder({ onEnd: onTestFinished });
const record = (seq: number) => ({ seq, event: { type: 'said' } });

function storeOf(path: string): LibSQLStore {
  const store = new LibSQLStore({ id: 'store', url: `file:${path}`, busyTimeoutMs: 0 });
  onTestFinished(() => store.close());
  return store;
}

/** Writes a run of so many records, and leaves a file that nobody has open. */
async function writeRun(path: string, records: number): Promise<void> {
  const child = await startChild(['write', path, `${records}`]);
  await child.go();
  await child.end();
}

/** A store that names its file, and can be used when the file is mended. */
const naming = (code: string, path: string) => ({
  code,
  domain: 'STORAGE',
  message: expect.stringContaining(path),
  details: expect.objectContaining({ path }),
});

describe('a file that cannot be used', () => {
  it('is not a database', async () => {
    const path = join(newFolder(), 'tenon.db');
    const text = 'This is a letter, and no database. '.repeat(500);
    writeFileSync(path, text);
    const store = storeOf(path);
    await expect(store.getStore('runs')).rejects.toMatchObject(naming('STORE_DAMAGED', path));
    expect(readFileSync(path, 'utf8')).toBe(text);
    rmSync(path);
    const runs = await store.getStore('runs');
    expect(await runs.append('r', [record(1)])).toEqual({ appended: true, latestSeq: 1 });
  });

  it('is damaged within, or cut off', async () => {
    const folder = newFolder();
    const [whole, path] = [join(folder, 'whole.db'), join(folder, 'tenon.db')];
    await writeRun(whole, 500);
    const bytes = readFileSync(whole);
    writeFileSync(path, bytes.fill(0xa5, 4096));
    await expect(storeOf(path).getStore('runs')).rejects.toMatchObject(
      naming('STORE_DAMAGED', path),
    );
    copyFileSync(whole, path);
    truncateSync(path, 8192);
    await expect(storeOf(path).getStore('runs')).rejects.toMatchObject(
      naming('STORE_DAMAGED', path),
    );
  });

  it('is in a folder that is not there, or is a folder', async () => {
    const folder = newFolder();
    const path = join(folder, 'data', 'tenon.db');
    const store = storeOf(path);
    await expect(store.getStore('runs')).rejects.toMatchObject(naming('STORE_UNAVAILABLE', path));
    await expect(storeOf(folder).getStore('runs')).rejects.toMatchObject(
      naming('STORE_UNAVAILABLE', folder),
    );
    mkdirSync(join(folder, 'data'));
    expect(await (await store.getStore('runs')).read('r')).toEqual([]);
  });
});

describe('a store that was closed', () => {
  it('refuses what is asked of it, after what was under way', async () => {
    const store = storeOf(join(newFolder(), 'tenon.db'));
    const runs = await store.getStore('runs');
    const appended = runs.append('r', [record(1)]);
    await store.close();
    await store.close();
    expect(await appended).toEqual({ appended: true, latestSeq: 1 });
    await expect(runs.append('r', [record(2)])).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    await expect(runs.read('r')).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    await expect(store.getStore('runs')).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  });
});

describe.skipIf(process.getuid === undefined)('a file that this process may not write', () => {
  it.each([
    ['file', 0o444, 0o777],
    ['folder', 0o666, 0o555],
  ])('is told of: the %s', async (_, ofFile, ofFolder) => {
    const folder = newFolder();
    const path = join(folder, 'tenon.db');
    const store = storeOf(path);
    await (await store.getStore('runs')).append('r', [{ seq: 1, event: { type: 'said' } }]);
    await store.close();
    // empty by then; they would have to be made anew
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
    chmodSync(path, ofFile);
    chmodSync(folder, ofFolder);
    onTestFinished(() => chmodSync(folder, 0o777));
    const before = readFileSync(path);
    const child = await startChild(['fill', path], { keepsModes: true });
    expect(await child.go()).toMatchObject({
      code: expect.stringMatching(/^STORE_(READ_ONLY|UNAVAILABLE)$/),
      message: expect.stringContaining(path),
    });
    await child.end();
    expect(readFileSync(path)).toEqual(before);
  });
});

/** A disk of 2 MB, where this process may make one. */
const disk = mkdtempSync(join(tmpdir(), 'tenon-disk-'));
const hasDisk =
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).status === 0;

describe('a disk that is full', () => {
  beforeAll(() => writeFileSync(join(disk, 'filler'), new Uint8Array(700_000)));
  afterAll(() => {
    if (hasDisk) spawnSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it.skipIf(!hasDisk)(
    'is told of, keeps what was written, and can be used when it has space',
    async () => {
      const path = join(disk, 'tenon.db');
      const store = storeOf(path);
      const runs = await store.getStore('runs');
      const event = { type: 'said', text: 'x'.repeat(100_000) } as { readonly type: string };
      let written = 0;
      const failure = await (async () => {
        for (; ; written++) await runs.append('r', [{ seq: written + 1, event }]);
      })().catch((error: unknown) => error);
      expect(failure).toMatchObject(naming('STORE_FULL', path));
      expect(written).toBeGreaterThan(0);
      expect(await runs.read('r')).toHaveLength(written);
      expect((await runs.getRun('r'))?.latestSeq).toBe(written);
      rmSync(join(disk, 'filler'));
      const latestSeq = written + 1;
      expect(await runs.append('r', [record(latestSeq)])).toEqual({ appended: true, latestSeq });
      expect(await runs.read('r')).toHaveLength(latestSeq);
      await store.close();
    },
  );
});
