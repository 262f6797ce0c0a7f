import { collect } from '@tenon/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunLog } from './index.ts';

const logOf = <T>(...chunks: T[]): RunLog<T> => {
  const log = new RunLog<T>();
  for (const chunk of chunks) log.push(chunk);
  return log;
};

describe('RunLog', () => {
  it('gives every reader everything from the first chunk, whenever it comes', async () => {
    const log = new RunLog<number>();
    const early = collect(log);
    log.push(1);
    const middle = collect(log);
    log.push(2);
    log.end();
    expect(await early).toEqual([1, 2]);
    expect(await middle).toEqual([1, 2]);
    expect(await collect(log)).toEqual([1, 2]);
  });

  it('lets readers go at their own pace', async () => {
    const log = logOf('a', 'b', 'c');
    const slow = log[Symbol.asyncIterator]();
    const quick = log[Symbol.asyncIterator]();
    await quick.next();
    await quick.next();
    expect(await slow.next()).toEqual({ done: false, value: 'a' });
    expect(await quick.next()).toEqual({ done: false, value: 'c' });
  });

  it('drops what comes after the end', async () => {
    const log = logOf(1);
    log.end();
    log.push(2);
    log.end();
    expect(log.chunks).toEqual([1]);
    expect(await collect(log)).toEqual([1]);
  });

  it('ends every reader that waits, and stays ended', async () => {
    const log = new RunLog<number>();
    const readers = [log[Symbol.asyncIterator](), log[Symbol.asyncIterator]()];
    const waiting = readers.map((reader) => reader.next());
    log.end();
    expect(await Promise.all(waiting)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
    expect(log.ended).toBe(true);
    expect((await readers[0]?.next())?.done).toBe(true);
  });

  it('hands out chunks that are falsy', async () => {
    const log = logOf<unknown>(undefined, null, 0, '');
    log.end();
    expect(await collect(log)).toEqual([undefined, null, 0, '']);
  });

  it('can be written to by who is woken', async () => {
    const log = new RunLog<number>();
    const first = collect(log);
    void log[Symbol.asyncIterator]()
      .next()
      .then(() => {
        log.push(2);
        log.end();
      });
    log.push(1);
    expect(await first).toEqual([1, 2]);
  });
});

describe('LogReader', () => {
  it('gives each of several calls of next() its own chunk, in their order', async () => {
    const log = logOf(1);
    const reader = log[Symbol.asyncIterator]();
    const calls = [reader.next(), reader.next(), reader.next(), reader.next()];
    log.push(2);
    log.push(3);
    log.end();
    expect((await Promise.all(calls)).map(({ value }) => value)).toEqual([1, 2, 3, undefined]);
  });

  it('keeps a later call of next() behind those that wait already', async () => {
    const log = new RunLog<number>();
    const reader = log[Symbol.asyncIterator]();
    const waiting = [reader.next(), reader.next()];
    log.push(1);
    log.push(2);
    log.push(3);
    const late = reader.next();
    expect((await Promise.all([...waiting, late])).map(({ value }) => value)).toEqual([1, 2, 3]);
  });

  it('ends those who wait when it is left, and stays done although the log goes on', async () => {
    const log = new RunLog<number>();
    const reader = log[Symbol.asyncIterator]();
    const waiting = [reader.next(), reader.next()];
    expect(await reader.return()).toEqual({ done: true, value: undefined });
    expect((await Promise.all(waiting)).every(({ done }) => done)).toBe(true);
    log.push(1);
    expect(await reader.next()).toEqual({ done: true, value: undefined });
    expect(log.chunks).toEqual([1]);
  });

  it('is left by a break, which neither ends the log nor another reader', async () => {
    const log = logOf(1, 2);
    const other = collect(log);
    for await (const chunk of log) {
      expect(chunk).toBe(1);
      break;
    }
    log.push(3);
    log.end();
    expect(await other).toEqual([1, 2, 3]);
  });

  it('is its own iterator, so that reading goes on where it stopped', async () => {
    const log = logOf(1, 2, 3);
    log.end();
    const reader = log[Symbol.asyncIterator]();
    await reader.next();
    expect(reader[Symbol.asyncIterator]()).toBe(reader);
    expect(await collect(reader)).toEqual([2, 3]);
  });

  it('gives all chunks in order, however writing and reading take turns', async () => {
    const turn = fc.constantFrom<'push' | 'read' | 'wait'>('push', 'read', 'wait');
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 60 }), async (turns) => {
        const log = new RunLog<number>();
        const reader = log[Symbol.asyncIterator]();
        const reads: ReturnType<typeof reader.next>[] = [];
        for (const what of turns) {
          if (what === 'push') log.push(log.chunks.length);
          else if (what === 'read') reads.push(reader.next());
          else await undefined;
        }
        log.end();
        const values = (await Promise.all(reads)).filter(({ done }) => !done);
        const count = Math.min(reads.length, log.chunks.length);
        expect(values.map(({ value }) => value)).toEqual(log.chunks.slice(0, count));
      }),
    );
  });
});
