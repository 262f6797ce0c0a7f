import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LibSQLStore } from './index.ts';
import { startChild } from './testing/children.ts';
import { temporaryFolder } from './testing/stores.ts';

const newPath = () => join(temporaryFolder({ onEnd: onTestFinished }), 'tenon.db');

async function startAll(...tasks: readonly (readonly string[])[]) {
  const children = await Promise.all(tasks.map((args) => startChild(args)));
  onTestFinished(async () => {
    for (const child of children) await child.end();
  });
  return children;
}

const record = (seq: number) => ({ seq, event: { type: 'said' } });

function storeOf(path: string, busyTimeoutMs?: number): LibSQLStore {
  const store = new LibSQLStore({ id: 'store', url: `file:${path}`, busyTimeoutMs });
  onTestFinished(() => store.close());
  return store;
}

describe('a file of many processes', () => {
  it('is made once by processes that start at the same time', async () => {
    const path = newPath();
    const children = await startAll(['open', path], ['open', path], ['open', path]);
    const told = await Promise.all(children.map((child) => child.go()));
    expect(told).toEqual([{}, {}, {}]);
    const runs = await storeOf(path).getStore('runs');
    expect(await runs.append('r', [record(1)])).toEqual({
      appended: true,
      latestSeq: 1,
    });
  });

  it('loses and doubles nothing of processes that write to one run', async () => {
    const path = newPath();
    const count = 300;
    const marks = ['a', 'b'];
    const children = await startAll(...marks.map((mark) => ['hammer', path, mark, `${count}`]));
    const told = await Promise.all(children.map((child) => child.go()));
    expect(told).toEqual([{}, {}]);
    const store = storeOf(path);
    const runs = await store.getStore('runs');
    const records = await runs.read('shared');
    expect(records.map(({ seq }) => seq)).toEqual(
      Array.from({ length: marks.length * count }, (_, index) => index + 1),
    );
    for (const mark of marks) {
      const said = records
        .map(({ event }) => event as unknown as { mark: string; said: number })
        .filter((event) => event.mark === mark);
      expect(said.map((event) => event.said)).toEqual(Array.from({ length: count }, (_, n) => n));
      const states = await store.getStore('threadState');
      expect(await states.getState({ threadId: mark, type: 'said' })).toBe(count);
    }
  });

  it('has whole appends alone after a process was killed', async () => {
    const path = newPath();
    const runs = await storeOf(path).getStore('runs');
    const [child] = await startAll(['hammer', path, 'a', '1000000']);
    void child?.go().catch(() => undefined);
    while (((await runs.getRun('shared'))?.latestSeq ?? 0) < 50) await setImmediate();
    await child?.end();
    const { latestSeq = 0 } = (await runs.getRun('shared')) ?? {};
    const records = await runs.read('shared');
    expect(records.map(({ seq }) => seq)).toEqual(
      Array.from({ length: latestSeq }, (_, index) => index + 1),
    );
    const next = latestSeq + 1;
    expect(await runs.append('shared', [record(next)])).toEqual({
      appended: true,
      latestSeq: next,
    });
  });

  it('is waited for while another process holds its lock', async () => {
    const path = newPath();
    const runs = await storeOf(path, 600_000).getStore('runs');
    await runs.append('r', [record(1)]);
    const [holder] = await startAll(['hold', path]);
    await holder?.go();
    const waiting = runs.append('r', [record(2)]);
    // who reads, or opens what is up to date, does not wait
    const others = await storeOf(path, 0).getStore('runs');
    expect(await others.read('r')).toHaveLength(1);
    await holder?.end();
    expect(await waiting).toEqual({ appended: true, latestSeq: 2 });
  });

  it('is given up when another process holds its lock too long', async () => {
    const path = newPath();
    const runs = await storeOf(path, 20).getStore('runs');
    const [holder] = await startAll(['hold', path]);
    await holder?.go();
    await expect(runs.append('r', [record(1)])).rejects.toMatchObject({
      code: 'STORE_LOCKED',
      retryable: true,
      message: expect.stringContaining(path),
    });
    await holder?.end();
    expect(await runs.append('r', [record(1)])).toEqual({ appended: true, latestSeq: 1 });
  });

  it('cannot be made while another process holds its lock, but afterwards', async () => {
    const path = newPath();
    const [holder] = await startAll(['hold', path]);
    await holder?.go();
    const store = storeOf(path, 20);
    await expect(store.getStore('runs')).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    await holder?.end();
    expect(await (await store.getStore('runs')).read('r')).toEqual([]);
  });
});
