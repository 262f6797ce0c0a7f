import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { StreamEntry, StreamStore } from '@tenon/core/storage';
import type { StoreChecks } from '../store-suite.ts';

/** All that a reader gets, to the end. */
async function followed(
  streams: StreamStore,
  options?: Parameters<StreamStore['follow']>[1],
): Promise<string> {
  const seen: string[] = [];
  for await (const { id, chunk } of streams.follow('s', options)) seen.push(`${id}${chunk}`);
  return seen.join(' ');
}

const start = (streams: StreamStore, options?: Parameters<StreamStore['follow']>[1]) =>
  streams.follow('s', options)[Symbol.asyncIterator]();

const given = (id: number, chunk: unknown): IteratorResult<StreamEntry> => ({
  done: false,
  value: { id, chunk },
});

/** Reading on while it is written. */
export const followChecks: StoreChecks<StreamStore> = {
  'gives those who follow what is there and what comes, to the end': async (streams) => {
    await streams.append('s', ['a', 'b']);
    const all = followed(streams);
    const rest = followed(streams, { afterId: 1 });
    const reader = start(streams);
    assert.deepEqual(await reader.next(), given(1, 'a'));
    assert.deepEqual(await reader.next(), given(2, 'b'));
    const coming = reader.next();
    await streams.append('s', ['c']);
    assert.deepEqual(await coming, given(3, 'c'));
    await streams.append('s', ['d']);
    await streams.end('s');
    assert.deepEqual(await reader.next(), given(4, 'd'));
    assert.equal((await reader.next()).done, true);
    assert.equal(await all, '1a 2b 3c 4d');
    assert.equal(await rest, '2b 3c 4d');
    assert.equal(await followed(streams, { afterId: 3 }), '4d');
    assert.equal(await followed(streams, { afterId: 99 }), '');
  },

  'lets a stream be followed before its first chunk, and one that ends empty': async (streams) => {
    const reader = start(streams);
    const first = reader.next();
    await streams.append('s', []);
    await streams.append('s', ['a']);
    assert.deepEqual(await first, given(1, 'a'));
    const next = reader.next();
    await streams.end('s');
    assert.equal((await next).done, true);
    await streams.delete('s');
    const empty = start(streams).next();
    await streams.end('s');
    assert.equal((await empty).done, true);
  },

  'gives each reader every chunk once and in order, while many write': async (streams) => {
    const readers = Array.from({ length: 4 }, (_, afterId) =>
      (async () => {
        const ids: number[] = [];
        for await (const { id } of streams.follow('s', { afterId })) ids.push(id);
        return ids;
      })(),
    );
    await Promise.all(Array.from({ length: 30 }, (_, n) => streams.append('s', [n, n])));
    await streams.end('s');
    for (const [afterId, ids] of (await Promise.all(readers)).entries()) {
      const expected = Array.from({ length: 60 - afterId }, (_, index) => afterId + index + 1);
      assert.deepEqual(ids, expected);
    }
  },

  'lets go of a stream when the signal fires, which is no error': async (streams) => {
    const controller = new AbortController();
    const { signal } = controller;
    await streams.append('s', ['a']);
    const reader = start(streams, { signal });
    assert.deepEqual(await reader.next(), given(1, 'a'));
    const next = reader.next();
    controller.abort();
    assert.deepEqual(await next, { done: true, value: undefined });
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    await streams.append('s', ['b']);
    assert.equal((await reader.next()).done, true);
    assert.equal(await followed(streams, { signal }), '');
  },

  'lets a reader leave, and listens to its signal no longer': async (streams) => {
    const { signal } = new AbortController();
    await streams.append('s', ['a', 'b']);
    for await (const { id } of streams.follow('s', { signal })) {
      assert.equal(id, 1);
      break;
    }
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    await streams.end('s');
    assert.equal(await followed(streams, { signal }), '1a 2b');
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  },

  'comes to an end when the stream is deleted, and reads no other for it': async (streams) => {
    await streams.append('s', ['a']);
    const [waiting, late] = [start(streams), start(streams)];
    assert.deepEqual(await waiting.next(), given(1, 'a'));
    assert.deepEqual(await late.next(), given(1, 'a'));
    const next = waiting.next();
    await streams.delete('s');
    assert.equal((await next).done, true);
    await streams.append('s', ['x', 'y']);
    assert.equal((await late.next()).done, true);
  },

  'follows one stream and no other': async (streams) => {
    const reader = start(streams);
    const first = reader.next();
    await streams.append('other', ['x']);
    await streams.end('other');
    await streams.append('s', ['a']);
    assert.deepEqual(await first, given(1, 'a'));
    await reader.return?.();
  },
};
