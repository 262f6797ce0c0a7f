import { expect, expectTypeOf, it } from 'vitest';
import { collect } from './index.ts';

const streamOf = (...items: number[]) =>
  new ReadableStream<number>({
    start(controller) {
      for (const item of items) controller.enqueue(item);
      controller.close();
    },
  });

it('reads a stream and an async iterable to the end', async () => {
  const items = await collect(streamOf(1, 2));
  expectTypeOf(items).toEqualTypeOf<number[]>();
  expect(items).toEqual([1, 2]);
  const iterable = (async function* () {
    yield 'a';
  })();
  expect(await collect(iterable)).toEqual(['a']);
});

it('reads a stream that cannot be iterated', async () => {
  const stream = streamOf(1, 2);
  const plain = { getReader: () => stream.getReader() } as ReadableStream<number>;
  expect(await collect(plain)).toEqual([1, 2]);
});

it('rejects with the error of the stream', async () => {
  const stream = new ReadableStream({ start: (controller) => controller.error(new Error('lost')) });
  await expect(collect(stream)).rejects.toThrow('lost');
});
