import { call, collect, type SpecificationVersion, type Step, scriptedModel } from '@tenon/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createTool } from '../tools/index.ts';
import type { AgentConfig } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const raw = { big: 'RAW-MARK', n: 1 };

const lookUp = (toModelOutput?: (output: typeof raw) => unknown) =>
  createTool({
    id: 'look-up',
    description: 'Looks up',
    execute: async () => raw,
    ...(toModelOutput && { toModelOutput: toModelOutput as never }),
  });

/** How the results of tools stand in a prompt. */
const outputsIn = (prompt: readonly unknown[]): unknown[] =>
  (prompt as { role: string; content: { type: string; output: unknown }[] }[])
    .filter(({ role }) => role === 'tool')
    .flatMap(({ content }) => content.map(({ output }) => output));

interface Given {
  readonly steps?: readonly Step[];
  readonly version?: SpecificationVersion;
  readonly config?: Partial<AgentConfig>;
}

async function run(toModelOutput: (output: typeof raw) => unknown, given: Given = {}) {
  const { steps = [[call('lookUp')], 'done'], version = 'v3', config } = given;
  const model = scriptedModel(steps, { version });
  const { agent, warnings } = quietAgent(model, {
    tools: { lookUp: lookUp(toModelOutput) },
    ...config,
  });
  const stream = await agent.stream('?');
  const chunks = await collect(stream.fullStream);
  const result = chunks.find(({ type }) => type === 'tool-result') as unknown as {
    payload: { result: unknown; providerMetadata?: { mastra?: { modelOutput?: unknown } } };
  };
  const output = outputsIn(model.lastPrompt);
  return { stream, model, warnings, result: result.payload, output };
}

const dot = 'iVBORw0KGgoAAAANSUhEUg==';

describe('what a tool says that the model is told of its result', () => {
  it('stands in the prompt and on the chunk, while the app keeps the result', async () => {
    const { result, output, stream, model } = await run(({ n }) => ({
      type: 'text',
      value: `n ${n}`,
    }));
    const told = { type: 'text', value: 'n 1' };
    expect(output).toEqual([told]);
    expect(result.result).toEqual(raw);
    expect(result.providerMetadata?.mastra?.modelOutput).toEqual(told);
    expect(await stream.toolResults).toMatchObject([{ payload: { result: raw } }]);
    expect(JSON.stringify(model.prompts)).not.toMatch(/RAW-MARK|mastra/);
  });

  it.each([
    ['a bare text', () => 'short', { type: 'text', value: 'short' }],
    ['another value', () => ({ n: 2 }), { type: 'json', value: { n: 2 } }],
    ['JSON', () => ({ type: 'json', value: [1] }), { type: 'json', value: [1] }],
    ['an error', () => ({ type: 'error-text', value: 'no' }), { type: 'error-text', value: 'no' }],
    ['a promise', async () => 'later', { type: 'text', value: 'later' }],
  ])('may be %s', async (_what, make, told) => {
    expect((await run(make)).output).toEqual([told]);
  });

  it.each([
    ['v2', { type: 'media', data: dot, mediaType: 'image/png' }],
    ['v3', { type: 'image-data', data: dot, mediaType: 'image/png' }],
    ['v4', { type: 'file', data: { type: 'data', data: dot }, mediaType: 'image/png' }],
  ] as const)('may be parts with an image, in the form of version %s', async (version, image) => {
    const { output } = await run(
      () => ({
        type: 'content',
        value: [
          { type: 'text', text: 'a dot' },
          { type: 'image-url', url: `data:image/png;base64,${dot}` },
        ],
      }),
      { version },
    );
    expect(output).toEqual([
      { type: 'content', value: [{ type: 'text', text: 'a dot' }, expect.objectContaining(image)] },
    ]);
  });

  it('may be parts with bytes and URL objects', async () => {
    const picture = createTool({
      id: 'picture',
      description: 'A picture',
      execute: async () => ({ png: new Uint8Array([137, 80]), page: 'https://example.com/a' }),
      toModelOutput: ({ png, page }) => ({
        type: 'content',
        value: [
          { type: 'image-data', data: png, mediaType: 'image/png' },
          { type: 'file-data', data: new Uint8Array([1, 2]), mediaType: 'application/pdf' },
          { type: 'image-url', url: new URL(page) },
        ],
      }),
    });
    const model = scriptedModel([[call('picture')], 'done']);
    await quietAgent(model, { tools: { picture } }).agent.generate('?');
    expect(outputsIn(model.lastPrompt)).toEqual([
      {
        type: 'content',
        value: [
          { type: 'image-data', data: 'iVA=', mediaType: 'image/png' },
          { type: 'file-data', data: 'AQI=', mediaType: 'application/pdf' },
          { type: 'image-url', url: 'https://example.com/a' },
        ],
      },
    ]);
  });

  it.each(['v2', 'v3', 'v4'] as const)(
    'keeps settings of a provider on a part (%s)',
    async (version) => {
      const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };
      const part = { type: 'text', text: 'x', providerOptions };
      const { output } = await run(() => ({ type: 'content', value: [part] }), { version });
      expect(output).toEqual([{ type: 'content', value: [part] }]);
    },
  );

  it('is made once for each result, and told the same in every later step', async () => {
    let made = 0;
    const { output } = await run(() => `made ${++made}`, {
      steps: [[call('lookUp')], [call('lookUp')], [call('lookUp')], 'done'],
    });
    expect(made).toBe(3);
    expect(output.map((told) => (told as { value: unknown }).value)).toEqual([
      'made 1',
      'made 2',
      'made 3',
    ]);
  });

  it('is the same by generate', async () => {
    const model = scriptedModel([[call('lookUp')], 'done']);
    const tools = { lookUp: lookUp(() => 'short') };
    const { toolResults } = await quietAgent(model, { tools }).agent.generate('?');
    expect(outputsIn(model.lastPrompt)[0]).toEqual({ type: 'text', value: 'short' });
    expect(toolResults[0]?.payload).toMatchObject({
      result: raw,
      providerMetadata: { mastra: { modelOutput: { type: 'text', value: 'short' } } },
    });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('RAW-MARK');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('RAW-MARK'))],
  ])('is that there is nothing to read when it %s: never the result', async (_how, fail) => {
    const { result, output, warnings, stream, model } = await run(fail);
    expect(output).toEqual([
      { type: 'error-text', value: expect.stringContaining('could not be prepared') },
    ]);
    expect(result.result).toEqual(raw);
    expect(warnings).toEqual([
      expect.stringMatching(/toModelOutput of tool "lookUp" threw \(Error\)/),
    ]);
    expect(JSON.stringify([model.prompts, warnings])).not.toContain('RAW-MARK');
    expect(await stream.finishReason).toBe('stop');
  });

  it('is made from a copy of the result that hooks and schema have left', async () => {
    const seen: unknown[] = [];
    const tool = createTool({
      id: 'count',
      description: 'Counts',
      outputSchema: z.object({ n: z.number() }),
      execute: async () => ({ n: 1, extra: true }),
      toModelOutput: (output) => {
        expectTypeOf(output).toEqualTypeOf<{ n: number }>();
        seen.push({ ...output });
        output.n = 100;
        return { type: 'json', value: output };
      },
    });
    const model = scriptedModel([[call('count')], 'done']);
    const { agent } = quietAgent(model, {
      tools: { count: tool },
      hooks: {
        afterToolCall: ({ output }) => ({ output: { n: (output as { n: number }).n + 1 } }),
      },
    });
    const { toolResults } = await agent.generate('?');
    expect(seen).toEqual([{ n: 2 }]);
    expect(toolResults[0]?.payload.result).toEqual({ n: 2 });
    expect(outputsIn(model.lastPrompt)[0]).toEqual({ type: 'json', value: { n: 100 } });
  });

  it('is not asked for when there is no result, or no agent', async () => {
    let asked = 0;
    const ask = () => {
      asked++;
      return 'asked';
    };
    const nothing = createTool({
      id: 'n',
      description: 'N',
      execute: async () => null,
      toModelOutput: ask,
    });
    const model = scriptedModel([[call('nothing'), call('gone')], 'done']);
    await quietAgent(model, { tools: { nothing } }).agent.generate('?');
    await lookUp(ask).execute({});
    expect(asked).toBe(0);
    expect(outputsIn(model.lastPrompt)[0]).toEqual({ type: 'json', value: null });
  });

  it('is not shown to people, who see the result by its transform', async () => {
    const model = scriptedModel([[call('lookUp')], 'done']);
    const tool = createTool({
      id: 'look-up',
      description: 'Looks up',
      execute: async () => raw,
      toModelOutput: () => 'FOR THE MODEL',
      transform: { display: { output: () => 'FOR PEOPLE' } },
    });
    const stream = await quietAgent(model, { tools: { lookUp: tool } }).agent.stream('?');
    const shown = JSON.stringify(await collect(stream.toDisplayStream()));
    expect(shown).toContain('FOR PEOPLE');
    expect(shown).not.toMatch(/FOR THE MODEL|RAW-MARK/);
    expect(outputsIn(model.lastPrompt)[0]).toEqual({
      type: 'text',
      value: 'FOR THE MODEL',
    });
  });

  it('may be a method that reads its tool', async () => {
    const tool = createTool({
      id: 'titled',
      description: 'Titled',
      title: 'The title',
      execute: async () => raw,
      toModelOutput(this: { title: string }) {
        return this.title;
      },
    } as never);
    const model = scriptedModel([[call('titled')], 'done']);
    await quietAgent(model, { tools: { titled: tool } }).agent.generate('?');
    expect(outputsIn(model.lastPrompt)).toEqual([{ type: 'text', value: 'The title' }]);
  });

  it('must be a function', () => {
    expect(() => lookUp('text' as never)).toThrow(/"toModelOutput" must be a function/);
  });
});

describe('a result that a client brings', () => {
  const heard: unknown[] = [];
  const place = createTool({
    id: 'place',
    description: 'Where the user is',
    inputSchema: z.object({ exact: z.boolean() }),
    onOutput: (told) => void heard.push(told),
    toModelOutput: (output) => `at ${(output as { city: string }).city}`,
  });
  const named = { toolCallId: 'call-1', toolName: 'place' };
  const asking = [
    { role: 'user', content: 'Where am I?' },
    { role: 'assistant', content: [{ type: 'tool-call', ...named, input: { exact: true } }] },
  ] as const;
  const bring = (output: object) =>
    [...asking, { role: 'tool', content: [{ type: 'tool-result', ...named, output }] }] as never;

  async function follow(messages: never, config: Partial<AgentConfig> = {}) {
    heard.length = 0;
    const model = scriptedModel(['done']);
    const { agent } = quietAgent(model, { tools: { place }, ...config });
    await agent.generate(messages);
    return outputsIn(model.lastPrompt);
  }

  it('is heard of by onOutput and told as toModelOutput says', async () => {
    const told = await follow(bring({ type: 'json', value: { city: 'Oslo' } }));
    expect(told).toEqual([{ type: 'text', value: 'at Oslo' }]);
    expect(heard).toEqual([
      {
        toolCallId: 'call-1',
        toolName: 'place',
        output: { city: 'Oslo' },
        abortSignal: expect.any(AbortSignal),
      },
    ]);
  });

  it('passes afterToolCall, which may put another in its place', async () => {
    const calls: unknown[] = [];
    const told = await follow(bring({ type: 'json', value: { city: 'Oslo' } }), {
      hooks: {
        afterToolCall: ({ toolName, input, output }) => {
          calls.push({ toolName, input, output });
          return { output: { city: 'Bergen' } };
        },
      },
    });
    expect(calls).toEqual([
      { toolName: 'place', input: { exact: true }, output: { city: 'Oslo' } },
    ]);
    expect(told).toEqual([{ type: 'text', value: 'at Bergen' }]);
  });

  it('is left as it is when the call failed, or when the client made the form itself', async () => {
    const content = [{ type: 'text', text: 'at home' }];
    for (const [output, heardOf] of [
      [{ type: 'error-text', value: 'no permission' }, []],
      [{ type: 'content', value: content }, [{ output: content }]],
    ] as const) {
      expect(await follow(bring(output))).toEqual([output]);
      expect(heard).toMatchObject(heardOf);
      expect(heard).toHaveLength(heardOf.length);
    }
  });

  it('is told in the same form later, but heard of once it answers the last message alone', async () => {
    const later = [
      ...(bring({ type: 'json', value: { city: 'Oslo' } }) as readonly object[]),
      { role: 'assistant', content: 'In Oslo.' },
      { role: 'user', content: 'Thanks.' },
    ] as never;
    expect(await follow(later)).toEqual([{ type: 'text', value: 'at Oslo' }]);
    expect(heard).toEqual([]);
  });
});
