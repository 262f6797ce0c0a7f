import { Readable } from 'node:stream';
import { collect } from '@tenon/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { LogStream, pickFromLog, RunLog } from './index.ts';

const logOf = <T>(...chunks: T[]): RunLog<T> => {
  const log = new RunLog<T>();
  for (const chunk of chunks) log.push(chunk);
  return log;
};
const ended = <T>(...chunks: T[]): RunLog<T> => {
  const log = logOf(...chunks);
  log.end();
  return log;
};

describe('LogStream', () => {
  it('is a ReadableStream of the chunks', () => {
    const stream = new LogStream(ended(1));
    expect(stream).toBeInstanceOf(ReadableStream);
    expectTypeOf(stream).toExtend<ReadableStream<number>>();
  });

  it('is read by a reader, also while the log still grows', async () => {
    const log = logOf(1, 2);
    const reader = new LogStream(log).getReader();
    expect(await reader.read()).toEqual({ done: false, value: 1 });
    expect(await reader.read()).toEqual({ done: false, value: 2 });
    const waiting = reader.read();
    log.push(3);
    expect(await waiting).toEqual({ done: false, value: 3 });
    const last = reader.read();
    log.end();
    expect(await last).toEqual({ done: true, value: undefined });
    await reader.closed;
  });

  it('is read by for await, also while the log still grows', async () => {
    const log = logOf(1);
    const all = collect(new LogStream(log));
    log.push(2);
    log.end();
    expect(await all).toEqual([1, 2]);
  });

  it('is read by a loop that breaks, and can then be read again from the start', async () => {
    const stream = new LogStream(ended(1, 2, 3));
    for await (const chunk of stream) if (chunk === 2) break;
    expect(stream.locked).toBe(false);
    expect(await collect(stream)).toEqual([1, 2, 3]);
    expect(await collect(stream.values())).toEqual([1, 2, 3]);
  });

  it('lets go of a loop that breaks while the log grows', async () => {
    const log = logOf(1);
    for await (const chunk of new LogStream(log)) {
      expect(chunk).toBe(1);
      break;
    }
    log.push(2);
    log.end();
    expect(await collect(log)).toEqual([1, 2]);
  });

  it('refuses a second reader, as every stream does', () => {
    const stream = new LogStream(ended(1));
    stream.getReader();
    expect(() => stream.values()).toThrow(TypeError);
    expect(() => stream[Symbol.asyncIterator]()).toThrow('locked');
    expect(() => stream.getReader()).toThrow(TypeError);
  });

  it('can be tee-d, and both halves have everything', async () => {
    const log = logOf('a');
    const [left, right] = new LogStream(log).tee();
    const both = Promise.all([collect(left), collect(right)]);
    log.push('b');
    log.end();
    expect(await both).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('can be piped through a transform and into a writable', async () => {
    const double = new TransformStream<number, number>({
      transform: (chunk, controller) => controller.enqueue(chunk * 2),
    });
    expect(await collect(new LogStream(ended(1, 2)).pipeThrough(double))).toEqual([2, 4]);
    const written: number[] = [];
    await new LogStream(ended(1, 2)).pipeTo(
      new WritableStream({
        write(chunk) {
          written.push(chunk);
        },
      }),
    );
    expect(written).toEqual([1, 2]);
  });

  it('can be the body of a Response and a Node stream', async () => {
    const encoder = new TextEncoder();
    const bytes = () => new LogStream(ended(encoder.encode('hel'), encoder.encode('lo')));
    expect(await new Response(bytes()).text()).toBe('hello');
    expect(
      await new Response(new LogStream(ended('a')).pipeThrough(new TextEncoderStream())).text(),
    ).toBe('a');
    const read = await collect(Readable.fromWeb(bytes() as never));
    expect(Buffer.concat(read as Buffer[]).toString()).toBe('hello');
  });

  it('leaves the log alone when it is cancelled, also while it waits', async () => {
    const log = logOf(1);
    const reader = new LogStream(log).getReader();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel('enough');
    expect(await waiting).toEqual({ done: true, value: undefined });
    log.push(2);
    log.end();
    expect(await collect(new LogStream(log))).toEqual([1, 2]);
  });

  it('is independent of every other stream over the log', async () => {
    const log = ended(1, 2, 3);
    const first = new LogStream(log);
    const second = new LogStream(log);
    const reader = first.getReader();
    await reader.read();
    await reader.cancel();
    expect(await collect(second)).toEqual([1, 2, 3]);
  });

  it('ends at once over a log without chunks', async () => {
    expect(await collect(new LogStream(ended()))).toEqual([]);
    expect((await new LogStream(ended()).getReader().read()).done).toBe(true);
  });

  it('takes nothing ahead of its reader', async () => {
    const log = logOf(1);
    const stream = new LogStream(log);
    await Promise.resolve();
    log.push(2);
    log.end();
    expect(await collect(stream)).toEqual([1, 2]);
  });
});

describe('pickFromLog', () => {
  const even = (chunk: number) => (chunk % 2 === 0 ? `${chunk}` : undefined);

  it('streams what is picked, and waits for more', async () => {
    const log = logOf(1, 2, 3);
    const all = collect(pickFromLog(log, even));
    log.push(4);
    log.push(5);
    log.end();
    expect(await all).toEqual(['2', '4']);
  });

  it('keeps picks that are falsy', async () => {
    expect(await collect(pickFromLog(ended('', 'a'), (text) => text))).toEqual(['', 'a']);
  });

  it('is locked by one reader and independent of the log', async () => {
    const log = logOf(2);
    const stream = pickFromLog(log, even);
    for await (const chunk of stream) {
      expect(chunk).toBe('2');
      break;
    }
    log.push(4);
    log.end();
    expect(await collect(log)).toEqual([2, 4]);
    expect(await collect(pickFromLog(log, even))).toEqual(['2', '4']);
  });

  it('is cancelled while it waits, without a rejection that nobody handles', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const log = new RunLog<number>();
    const reader = pickFromLog(log, even).getReader();
    const waiting = reader.read();
    await reader.cancel();
    expect((await waiting).done).toBe(true);
    log.push(2);
    log.end();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('fails when picking does', async () => {
    const broken = pickFromLog(ended(1), () => {
      throw new Error('bad pick');
    });
    await expect(collect(broken)).rejects.toThrow('bad pick');
  });
});
