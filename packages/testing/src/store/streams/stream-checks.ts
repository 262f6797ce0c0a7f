import assert from 'node:assert/strict';
import type { StreamStore } from '@tenon/core/storage';
import { assertRefused, assertRefusesIds, growing, oddIds, oddValues, spoil } from '../odd.ts';
import type { StoreChecks } from '../store-suite.ts';

/** The chunks of a stream, and their places. */
export async function entriesOf(
  streams: StreamStore,
  streamId: string,
  options?: Parameters<StreamStore['read']>[1],
): Promise<(readonly [id: number, chunk: unknown])[]> {
  const { chunks } = await streams.read(streamId, options);
  return chunks.map(({ id, chunk }) => [id, chunk] as const);
}

/** What is written, and where. */
export const streamChecks: StoreChecks<StreamStore> = {
  'gives chunks places that count up from 1': async (streams) => {
    assert.deepEqual(await streams.append('s', ['a', 'b']), { lastId: 2 });
    assert.deepEqual(await streams.append('s', []), { lastId: 2 });
    assert.deepEqual(await streams.append('s', ['c']), { lastId: 3 });
    assert.deepEqual(await streams.append('other', ['x']), { lastId: 1 });
    assert.deepEqual(await streams.read('s'), {
      chunks: [
        { id: 1, chunk: 'a' },
        { id: 2, chunk: 'b' },
        { id: 3, chunk: 'c' },
      ],
      isEnded: false,
    });
    assert.deepEqual(await streams.read('unknown'), { chunks: [], isEnded: false });
  },

  'reads from after a place, and at most so many': async (streams) => {
    await streams.append('s', ['a', 'b', 'c', 'd']);
    const read = (afterId?: number, limit?: number) =>
      entriesOf(streams, 's', { afterId, limit }).then((entries) =>
        entries.map(([id, chunk]) => `${id}${chunk}`).join(' '),
      );
    assert.equal(await read(), '1a 2b 3c 4d');
    assert.equal(await read(2), '3c 4d');
    assert.equal(await read(1, 2), '2b 3c');
    assert.equal(await read(4), '');
    assert.equal(await read(99), '');
    assert.equal(await read(0, 0), '');
    for (const wrong of [-1, 0.5, Number.NaN]) {
      await assertRefused(() => read(wrong), 'STORE_OPTION_INVALID');
      await assertRefused(() => read(0, wrong), 'STORE_OPTION_INVALID');
    }
  },

  'keeps what each of many writers adds together, and loses none': async (streams) => {
    const writers = Array.from({ length: 12 }, (_, index) => index);
    const results = await Promise.all(
      writers.map((writer) => streams.append('s', [`${writer}`, `${writer}`, `${writer}`])),
    );
    const entries = await entriesOf(streams, 's');
    assert.deepEqual(
      entries.map(([id]) => id),
      Array.from({ length: 36 }, (_, index) => index + 1),
    );
    for (const [writer, { lastId }] of results.entries()) {
      const own = entries.slice(lastId - 3, lastId).map(([, chunk]) => chunk);
      assert.deepEqual(own, [`${writer}`, `${writer}`, `${writer}`]);
    }
  },

  'takes nothing after the end': async (streams) => {
    await streams.append('s', ['a']);
    await streams.end('s');
    await streams.end('s');
    await streams.end('empty');
    await assertRefused(() => streams.append('s', ['b']), 'STORE_STREAM_ENDED');
    await assertRefused(() => streams.append('empty', ['b']), 'STORE_STREAM_ENDED');
    const chunks = [{ id: 1, chunk: 'a' }];
    assert.deepEqual(await streams.read('s'), { chunks, isEnded: true });
    assert.deepEqual(await streams.read('empty'), { chunks: [], isEnded: true });
  },

  'begins a stream anew that was deleted': async (streams) => {
    await streams.append('s', ['a', 'b']);
    await streams.append('o', ['o']);
    await streams.end('s');
    assert.equal(await streams.delete('s'), true);
    assert.equal(await streams.delete('s'), false);
    assert.deepEqual(await streams.read('s'), { chunks: [], isEnded: false });
    assert.deepEqual(await streams.append('s', ['new']), { lastId: 1 });
    assert.deepEqual(await entriesOf(streams, 's'), [[1, 'new']]);
    assert.deepEqual(await entriesOf(streams, 'o'), [[1, 'o']]);
  },

  'removes streams to which nothing happened since a time': async (streams) => {
    await streams.append('old', ['a']);
    await streams.end('old and ended');
    await streams.append('continued', ['a']);
    await streams.append('ended late', ['a']);
    const time = await betweenNowAndThen();
    await streams.append('continued', ['b']);
    await streams.end('ended late');
    await streams.append('new', ['a']);
    assert.equal(await streams.deleteUnchangedSince(time), 2);
    assert.equal(await streams.deleteUnchangedSince(time), 0);
    assert.deepEqual(await entriesOf(streams, 'old'), []);
    assert.equal((await streams.read('old and ended')).isEnded, false);
    assert.equal((await entriesOf(streams, 'continued')).length, 2);
    assert.equal((await entriesOf(streams, 'ended late')).length, 1);
    assert.equal((await entriesOf(streams, 'new')).length, 1);
    await assertRefused(
      () => streams.deleteUnchangedSince(new Date(Number.NaN)),
      'STORE_OPTION_INVALID',
    );
  },

  'keeps streams with odd ids apart': async (streams) => {
    for (const id of oddIds) await streams.append(id, [id]);
    for (const id of oddIds) assert.deepEqual(await entriesOf(streams, id), [[1, id]]);
  },

  'refuses ids that not every database can hold': async (streams) => {
    await assertRefusesIds(
      (id) => streams.append(id, ['a']),
      (id) => streams.end(id),
      (id) => streams.read(id),
      (id) => streams.follow(id)[Symbol.asyncIterator]().next(),
      (id) => streams.delete(id),
    );
  },

  'keeps chunks as JSON, whatever they hold': async (streams) => {
    await streams.append(
      's',
      oddValues.map(([given]) => given),
    );
    const entries = await entriesOf(streams, 's');
    for (const [index, [given, kept]] of oddValues.entries()) {
      assert.deepEqual(entries[index], [index + 1, kept], `value ${index}, a ${typeof given}`);
    }
    assert.deepEqual(await streams.append('s', [undefined]), { lastId: oddValues.length + 1 });
  },

  'shares no chunk with those who write and read': async (streams) => {
    const { value, grow } = growing();
    await streams.append('s', [value]);
    grow();
    const kept = { list: [{ n: 1 }] };
    const [entry] = await entriesOf(streams, 's');
    assert.deepEqual(entry, [1, kept]);
    spoil(entry?.[1]);
    const { value: followed } = await streams.follow('s')[Symbol.asyncIterator]().next();
    assert.deepEqual(followed, { id: 1, chunk: kept });
    spoil(followed.chunk);
    assert.deepEqual(await entriesOf(streams, 's'), [[1, kept]]);
  },

  'does what a plain list would do, whatever is asked of it': async (streams) => {
    const { default: fc } = await import('fast-check');
    let round = 0;
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.array(fc.integer(), { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constantFrom('end' as const, 'delete' as const) },
    );
    const place = fc.integer({ min: 0, max: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 8 }),
        place,
        fc.option(place, { nil: undefined }),
        async (steps, afterId, limit) => {
          const id = `s${++round}`;
          let plain: number[] = [];
          let isEnded = false;
          for (const next of steps) {
            if (next === 'end') {
              await streams.end(id);
              isEnded = true;
            } else if (next === 'delete') {
              await streams.delete(id);
              [plain, isEnded] = [[], false];
            } else if (isEnded) {
              await assertRefused(() => streams.append(id, next), 'STORE_STREAM_ENDED');
            } else {
              plain.push(...next);
              assert.deepEqual(await streams.append(id, next), { lastId: plain.length });
            }
          }
          const end = limit === undefined ? undefined : afterId + limit;
          const chunks = plain
            .map((chunk, index) => ({ id: index + 1, chunk }))
            .slice(afterId, end);
          assert.deepEqual(await streams.read(id, { afterId, limit }), { chunks, isEnded });
        },
      ),
      { numRuns: 40 },
    );
  },
};

/** A time after all that was done so far, and before all that is done next. */
async function betweenNowAndThen(): Promise<Date> {
  await nextTick();
  const time = new Date();
  await nextTick();
  return time;
}

/** Waits until the clock shows another millisecond. */
async function nextTick(): Promise<void> {
  const start = Date.now();
  while (Date.now() <= start) await new Promise((resolve) => setImmediate(resolve));
}
