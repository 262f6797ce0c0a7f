import { call, raw, scriptedModel, text } from '@tenon/testing';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { cut, isBeginningOf } from '../base/testing/is-beginning.ts';
import { createTool } from '../tools/index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const draft = z.object({
  title: z.string(),
  tags: z.array(z.string()).optional(),
  tone: z.enum(['dry', 'warm']).optional(),
  due: z.date().optional(),
});

/** What `onInputDelta` sees of the calls of one step, by call. */
async function seenOf(step: Parameters<typeof scriptedModel>[0], provider = 'p') {
  const seen: [toolCallId: string, partial: unknown][] = [];
  const given: unknown[] = [];
  const write = createTool({
    id: 'write',
    description: '',
    inputSchema: draft,
    onInputDelta: ({ toolCallId, partialInput }) => {
      expect(Object.getPrototypeOf(partialInput)).toBe(Object.prototype);
      seen.push([toolCallId, structuredClone(partialInput)]);
    },
    execute: async (input) => given.push(input),
  });
  const { agent, errors } = quietAgent(scriptedModel(step, { provider }), { tools: { write } });
  await (await agent.stream('?')).getFullOutput();
  return { seen, given, errors };
}
const written = (pieces: readonly string[], id = 'c') =>
  call('write', pieces.join(''), { id, pieces });

describe('partialInput of onInputDelta', () => {
  it('is what the arguments say so far', async () => {
    const { seen, given } = await seenOf([
      [written([' ', '{"title":"W', 'ater","tags":["', 'a"]', '}'])],
      'Done.',
    ]);
    expect(seen.map(([, partial]) => partial)).toEqual([
      {},
      { title: 'W' },
      { title: 'Water', tags: [''] },
      { title: 'Water', tags: ['a'] },
      { title: 'Water', tags: ['a'] },
    ]);
    expect(given).toEqual([{ title: 'Water', tags: ['a'] }]);
  });

  it('comes to the arguments of any cut, one beginning after the other', async () => {
    const value = fc.record({ title: fc.string({ unit: 'binary' }), more: fc.jsonValue() });
    await fc.assert(
      fc.asyncProperty(value, fc.array(fc.nat(), { maxLength: 6 }), async (args, places) => {
        const json = JSON.stringify(args);
        const whole = JSON.parse(json.replaceAll('"__proto__":', '"__proto":'));
        const pieces = cut(JSON.stringify(whole), places);
        const { seen } = await seenOf([[written(pieces)], 'Done.']);
        const partials = seen.map(([, partial]) => partial);
        expect(partials.at(-1)).toEqual(whole);
        for (const [index, partial] of partials.entries()) {
          expect(isBeginningOf(partials[index - 1] ?? {}, partial)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('of a model that writes all arguments at once is all of them', async () => {
    const { seen } = await seenOf([[written(['{"title":"Water"}'])], 'Done.']);
    expect(seen).toEqual([['c', { title: 'Water' }]]);
  });

  it('is in the form of the author where the model was told another', async () => {
    const { seen, given } = await seenOf(
      [[written(['{"title":"W","tags":null,"to', 'ne":null,"due":null}'])], 'Done.'],
      'openai.chat',
    );
    expect(seen.map(([, partial]) => partial)).toEqual([{ title: 'W' }, { title: 'W' }]);
    expect(given).toEqual([{ title: 'W' }]);
  });

  it('belongs to its call where several are written in turns', async () => {
    const start = (id: string) => raw({ type: 'tool-input-start', id, toolName: 'write' } as const);
    const delta = (id: string, piece: string) =>
      raw({ type: 'tool-input-delta', id, delta: piece } as const);
    const { seen } = await seenOf([
      [start('a'), delta('a', '{"title":"A'), start('b'), delta('b', '{"ti'), delta('a', 'a"}')]
        .concat(delta('b', 'tle":"B"}'))
        .concat(text('That is all.')),
      'Done.',
    ]);
    expect(seen).toEqual([
      ['a', { title: 'A' }],
      ['b', {}],
      ['a', { title: 'Aa' }],
      ['b', { title: 'B' }],
    ]);
  });

  it.each([
    ['text that stops being JSON', ['{"title":"W",', '}', '{"title":"X"}'], { title: 'W' }],
    ['what is no object', ['["ti', 'tle"]'], {}],
    ['blank text', [' ', '\n'], {}],
    ['a hostile key', ['{"__proto__":{"title":"X"},', '"title":"W"}'], { title: 'W' }],
  ])('stays what it was at %s', async (_, pieces, last) => {
    const { seen, errors } = await seenOf([[written(pieces)], 'Done.']);
    expect(seen).toHaveLength(pieces.length);
    expect(seen.at(-1)?.[1]).toEqual(last);
    expect(errors).toEqual([]);
  });

  it('is one object that grows, and changing it changes nothing for the tool', async () => {
    const seen = new Set<unknown>();
    const given: unknown[] = [];
    const write = createTool({
      id: 'write',
      description: '',
      inputSchema: draft,
      onInputDelta: ({ partialInput }) => {
        seen.add(partialInput);
        Object.assign(partialInput, { title: 'mine' });
      },
      execute: async (input) => given.push(input),
    });
    const model = scriptedModel([[written(['{"title":"W"', ',"tags":[]', '}'])], 'Done.']);
    const { agent } = quietAgent(model, { tools: { write } });
    await (await agent.stream('?')).consumeStream();
    expect(seen.size).toBe(1);
    expect(given).toEqual([{ title: 'W', tags: [] }]);
  });

  it('is told until the run is stopped', async () => {
    const controller = new AbortController();
    const seen: unknown[] = [];
    const write = createTool({
      id: 'write',
      description: '',
      inputSchema: draft,
      onInputDelta: ({ partialInput }) => {
        seen.push({ ...partialInput });
        if (partialInput.title === 'Wa') controller.abort();
      },
      execute: async () => 1,
    });
    const model = scriptedModel([[written(['{"title":"W', 'a', 'ter', '"}'])], 'Done.']);
    const { agent } = quietAgent(model, { tools: { write } });
    const output = await (
      await agent.stream('?', { abortSignal: controller.signal })
    ).getFullOutput();
    expect(output.finishReason).toBe('aborted');
    expect(seen).toEqual([{ title: 'W' }, { title: 'Wa' }]);
  });

  it('is typed as what may be there of what the schema takes', () => {
    createTool({
      id: 'write',
      description: '',
      inputSchema: draft.extend({ rows: z.array(z.object({ n: z.number() })) }),
      onInputDelta: ({ partialInput }) => {
        expectTypeOf(partialInput).toEqualTypeOf<{
          readonly title?: string | undefined;
          readonly tags?: readonly string[] | undefined;
          readonly tone?: string | undefined;
          readonly due?: string | undefined;
          readonly rows?: readonly { readonly n?: number | undefined }[] | undefined;
        }>();
        // @ts-expect-error it is there to be read
        partialInput.title = 'x';
      },
      execute: async () => 1,
    });
  });
});
