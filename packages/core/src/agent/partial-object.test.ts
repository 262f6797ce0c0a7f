import { call, collect, reasoning, scriptedModel, text } from '@tenon/testing';
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { z } from 'zod';
import type { StructuredOutput } from '../loop/index.ts';
import { createTool } from '../tools/index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const schema = z.object({
  city: z.string(),
  days: z.array(z.object({ temp: z.number() })).optional(),
  note: z.string().optional(),
});

const look = createTool({ id: 'look', description: '', execute: async () => ({ temp: 4 }) });
const pieces = (...split: readonly string[]) => text(split.join(''), { pieces: split });

async function streamOf(
  steps: Parameters<typeof scriptedModel>[0],
  structuredOutput: StructuredOutput | null = { schema },
  provider = 'p',
) {
  const { agent } = quietAgent(scriptedModel(steps, { provider }), { tools: { look } });
  return structuredOutput === null
    ? await agent.stream('?')
    : await agent.stream('?', { structuredOutput });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('partial objects', () => {
  it('are what the answer says so far, each as it was', async () => {
    const stream = await streamOf([
      [pieces('{"city":"Os', 'lo","days":[{"temp"', ':4', '}', ']}')],
    ]);
    expect(await collect(stream.objectStream)).toEqual([
      { city: 'Os' },
      { city: 'Oslo', days: [{}] },
      { city: 'Oslo', days: [{ temp: 4 }] },
    ]);
    expect(await stream.object).toEqual({ city: 'Oslo', days: [{ temp: 4 }] });
  });

  it('stand after their text, before the value itself, also for display', async () => {
    const stream = await streamOf([[pieces('{"city":', '"Oslo"}')]]);
    const wanted = [
      ['text-delta', undefined],
      ['object', {}],
      ['text-delta', undefined],
      ['object', { city: 'Oslo' }],
      ['object-result', { city: 'Oslo' }],
    ];
    for (const chunks of [
      await collect(stream.fullStream),
      await collect(stream.toDisplayStream()),
    ]) {
      const about = chunks.filter(({ type }) => type === 'text-delta' || type.startsWith('object'));
      expect(
        about.map((chunk) => [chunk.type, 'object' in chunk ? chunk.object : undefined]),
      ).toEqual(wanted);
    }
  });

  it('are what was written, also where it looks like a chunk of another run', async () => {
    const made = { type: 'raw', runId: 'r', from: 'AGENT', payload: { args: 1 } };
    const stream = await streamOf([JSON.stringify(made)], { schema: z.looseObject({}) });
    const shown = await collect(stream.toDisplayStream());
    expect(shown.filter(({ type }) => type.startsWith('object'))).toMatchObject([
      { object: made },
      { object: made },
    ]);
  });

  it.each([
    ['chatter', ['Here you', ' are: {"ci', 'ty":"Oslo"}', ' Bye {']],
    ['a code fence', ['```js', 'on\n{"ci', 'ty":"Oslo"}', '\n```']],
  ])('are found behind %s', async (_, split) => {
    const stream = await streamOf([[pieces(...split)]]);
    expect(await collect(stream.objectStream)).toEqual([{}, { city: 'Oslo' }]);
  });

  it('begin anew with each step', async () => {
    const stream = await streamOf([
      [pieces('{"city":"R'), call('look', {})],
      [reasoning('{"city":"B"}'), pieces('{"city":"Oslo"}')],
    ]);
    expect(await collect(stream.objectStream)).toEqual([{ city: 'R' }, { city: 'Oslo' }]);
    expect(await stream.object).toEqual({ city: 'Oslo' });
  });

  it('are in the form of the author where the model was told another', async () => {
    const stream = await streamOf(
      [[pieces('{"city":"Oslo","days":nu', 'll,"note":null', '}')]],
      { schema },
      'openai.chat',
    );
    expect(await collect(stream.objectStream)).toEqual([{ city: 'Oslo' }]);
  });

  it('may be lists and texts', async () => {
    const list = await streamOf([[pieces('["a', '","b"]')]], { schema: z.array(z.string()) });
    expect(await collect(list.objectStream)).toEqual([['a'], ['a', 'b']]);
    const word = await streamOf([[pieces('"a', 'b"')]], { schema: z.string() });
    expect(await collect(word.objectStream)).toEqual(['a', 'ab']);
  });

  it('come to all of a large answer, for a price that grows with its text alone', async () => {
    const days = Array.from({ length: 2_000 }, (_, temp) => ({ temp }));
    const split = JSON.stringify({ city: 'Oslo', days }).match(/.{1,4}/gs) ?? [];
    const keys = vi.spyOn(Object, 'keys');
    const stream = await streamOf([[pieces(...split)]]);
    const partials = await collect(stream.objectStream);
    expect(keys.mock.calls.length).toBeLessThan(split.length * 70);
    expect(partials.at(-1)).toEqual({ city: 'Oslo', days });
    expect(await stream.object).toEqual({ city: 'Oslo', days });
  });

  it('are not made where nobody asked for a value', async () => {
    const stream = await streamOf(['{"city":"Oslo"}'], null);
    expect(await collect(stream.objectStream)).toEqual([]);
  });

  it('come to onChunk of a run that is not streamed', async () => {
    const seen: unknown[] = [];
    const { agent } = quietAgent(scriptedModel(['{"city":"Oslo"}']));
    await agent.generate('?', {
      structuredOutput: { schema },
      onChunk: (chunk) => chunk.type === 'object' && seen.push(chunk.object),
    });
    expect(seen).toEqual([{ city: 'Oslo' }]);
  });

  it('are typed as what may be there of what is written', async () => {
    const dated = z.object({ city: z.string(), at: z.string().transform((at) => new Date(at)) });
    const { agent } = quietAgent(scriptedModel(['{"city":"Oslo","at":"2030-01-31"}']));
    const stream = await agent.stream('?', { structuredOutput: { schema: dated } });
    for await (const partial of stream.objectStream) {
      expectTypeOf(partial).toEqualTypeOf<{
        readonly city?: string | undefined;
        readonly at?: string | undefined;
      }>();
    }
    for await (const chunk of stream.fullStream) {
      if (chunk.type === 'object')
        expectTypeOf(chunk.object.at).toEqualTypeOf<string | undefined>();
      if (chunk.type === 'object-result') expectTypeOf(chunk.object.at).toEqualTypeOf<Date>();
    }
    expectTypeOf(stream.object).resolves.toEqualTypeOf<{ city: string; at: Date }>();
    expect(await stream.object).toEqual({ city: 'Oslo', at: new Date('2030-01-31') });
  });
});
