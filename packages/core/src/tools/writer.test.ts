import { beforeEach, expect, expectTypeOf, it } from 'vitest';
import { type CustomChunk, ToolWriter } from './index.ts';

let outputs: unknown[];
let customs: CustomChunk[];
let writer: ToolWriter;
beforeEach(() => {
  outputs = [];
  customs = [];
  writer = new ToolWriter({
    output: (data) => outputs.push(data),
    custom: (chunk) => customs.push(chunk),
  });
});

it('writes at once, in order, whether or not anybody awaits it', async () => {
  void writer.write(1);
  const second = writer.write({ a: 2 });
  expect(outputs).toEqual([1, { a: 2 }]);
  expect(await second).toBeUndefined();
});

it('passes custom chunks on as they are', async () => {
  const chunk = { type: 'data-progress', data: { percent: 50 }, transient: true } as const;
  await writer.custom(chunk);
  expect(customs[0]).toBe(chunk);
  expect(outputs).toEqual([]);
  // @ts-expect-error a chunk has a type
  expect(() => writer.custom({ data: 1 })).toThrow();
});

it('is a WritableStream: streams can be piped to it and it has writers', async () => {
  expect(writer).toBeInstanceOf(WritableStream);
  expectTypeOf(writer).toExtend<WritableStream<unknown>>();
  const held = writer.getWriter();
  await held.write('a');
  held.releaseLock();
  await new Blob(['b']).stream().pipeThrough(new TextDecoderStream()).pipeTo(writer);
  expect(outputs).toEqual(['a', 'b']);
});

it('can still be written to beside a stream that is piped to it, and after its end', async () => {
  const { readable, writable } = new TransformStream<string, string>();
  const piping = readable.pipeTo(writer);
  await writer.write('beside');
  const source = writable.getWriter();
  await source.write('piped');
  await source.close();
  await piping;
  await writer.write('after');
  expect(outputs).toEqual(['beside', 'piped', 'after']);
});

it.each([null, undefined, 5, 'data-x', {}, { type: 1 }])(
  'refuses at once what is no chunk: %j',
  (chunk) => {
    expect(() => writer.custom(chunk as never)).toThrow('takes a chunk with a type');
    expect(customs).toEqual([]);
  },
);
