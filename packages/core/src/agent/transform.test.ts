import {
  call,
  collect,
  finish,
  raw,
  type Step,
  scriptedModel,
  toolResultsIn,
} from '@tenon/testing';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type AgentChunk, type DisplayChunk, toToolEvents } from '../chunks/index.ts';
import { createTool, type ToolTransform, type TransformPolicy } from '../tools/index.ts';
import type { AgentConfig, RunOptions } from './index.ts';
import { event } from './testing/event.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const secret = 'RAW-S3CRET';

const payTool = (transform?: ToolTransform, execute?: (token: string) => unknown) =>
  createTool({
    id: 'pay',
    description: 'Pays',
    inputSchema: z.object({ token: z.string() }),
    ...(transform && { transform }),
    execute: async ({ token }) => (execute ?? ((given) => ({ receipt: given })))(token),
  });

const paySteps: readonly Step[] = [[call('pay', { token: secret }, { pieces: 5 })], 'done'];

interface Given {
  readonly transform?: ToolTransform;
  readonly execute?: (token: string) => unknown;
  readonly agent?: Partial<AgentConfig>;
  readonly options?: RunOptions;
  readonly steps?: readonly Step[];
}

async function pay({ transform, execute, agent: config, options, steps = paySteps }: Given) {
  const model = scriptedModel(steps);
  const { agent, logged } = quietAgent(model, {
    tools: { pay: payTool(transform, execute) },
    ...config,
  });
  const stream = await agent.stream('?', { runId: 'run', ...options });
  const chunks: AgentChunk[] = await collect(stream.fullStream);
  const shown: DisplayChunk[] = await collect(stream.toDisplayStream());
  return { model, stream, chunks, shown, logged };
}

type Loose = { type: string; payload: Record<string, unknown>; metadata?: unknown };
const ofType = (chunks: readonly unknown[], type: string): Loose[] =>
  (chunks as Loose[]).filter((chunk) => chunk.type === type);
const one = (chunks: readonly unknown[], type: string): Loose => {
  const [first, ...more] = ofType(chunks, type);
  expect(more).toEqual([]);
  return first as Loose;
};
const transforms = (chunk: Loose) =>
  (chunk.metadata as { mastra: { toolPayloadTransform: unknown } } | undefined)?.mastra
    .toolPayloadTransform;

const safe = { input: () => 'IN', inputDelta: () => '·', output: () => 'OUT', error: () => 'ERR' };

describe('a tool with a transform for display', () => {
  it('is shown by what the transform gives, while the app, the model and the results keep the payload', async () => {
    const { chunks, shown, model, stream } = await pay({ transform: { display: safe } });
    expect(one(shown, 'tool-call').payload).toEqual({
      toolCallId: 'call-1',
      toolName: 'pay',
      args: 'IN',
    });
    expect(one(shown, 'tool-result').payload).toMatchObject({ args: 'IN', result: 'OUT' });
    expect(
      new Set(ofType(shown, 'tool-call-delta').map(({ payload }) => payload.argsTextDelta)),
    ).toEqual(new Set(['·']));
    for (const chunk of [...ofType(shown, 'step-finish'), one(shown, 'finish')]) {
      const { toolCalls } = chunk.payload.output as { toolCalls: { args: unknown }[] };
      expect(toolCalls.every(({ args }) => args === 'IN')).toBe(true);
    }
    expect(one(chunks, 'tool-call').payload.args).toEqual({ token: secret });
    expect(one(chunks, 'tool-result').payload.result).toEqual({ receipt: secret });
    expect((await stream.toolResults)[0]?.payload.result).toEqual({ receipt: secret });
    expect(JSON.stringify(toolResultsIn(model.lastPrompt))).toContain(secret);
    expect(JSON.stringify(model.prompts)).not.toMatch(/IN"|OUT|toolPayloadTransform/);
  });

  it('says in the metadata of each chunk what stands in place of its payload', async () => {
    const { chunks } = await pay({ transform: { display: safe } });
    const input = { 'input-available': { transformed: 'IN' } };
    expect(transforms(one(chunks, 'tool-call'))).toEqual({ display: input });
    expect(transforms(one(chunks, 'tool-result'))).toEqual({
      display: { ...input, 'output-available': { transformed: 'OUT' } },
    });
    expect(transforms(ofType(chunks, 'tool-call-delta')[0] as Loose)).toEqual({
      display: { 'input-delta': { transformed: '·' } },
    });
    expect(one(chunks, 'finish').metadata).toBeUndefined();
  });

  it('shows no piece of the arguments, and placeholders, where a phase has no transform', async () => {
    const { shown } = await pay({ transform: { display: { input: () => null } } });
    expect(ofType(shown, 'tool-call-delta')).toEqual([]);
    expect(one(shown, 'tool-call').payload.args).toBeNull();
    expect(one(shown, 'tool-result').payload.result).toEqual({
      message: 'Tool output-available payload unavailable',
    });
  });

  it('shows what the transform makes of an error, else a placeholder', async () => {
    const execute = () => {
      throw new Error(`no money for ${secret}`);
    };
    const shownOf = async (transform: ToolTransform) =>
      one((await pay({ transform, execute })).shown, 'tool-error').payload.error;
    expect(await shownOf({ display: safe })).toBe('ERR');
    expect(await shownOf({ display: { input: () => 1 } })).toEqual({
      message: 'Tool error payload unavailable',
    });
  });

  it('shows an error in words, without its stack, where there is no transform', async () => {
    const execute = () => {
      throw new TypeError('no money');
    };
    const { shown, chunks } = await pay({ execute });
    const raw = one(chunks, 'tool-error').payload.error as Error;
    expect(one(shown, 'tool-error').payload.error).toEqual({
      name: raw.name,
      message: raw.message,
      id: 'TOOL_EXECUTION_FAILED',
    });
  });

  it('is asked with what the model wrote, and with what the schema made of it once the call has ended', async () => {
    const seen: unknown[] = [];
    const note = ({ phase, input }: { phase: string; input?: unknown }) => {
      seen.push([phase, input]);
      return 'shown';
    };
    const tool = createTool({
      id: 'pay',
      description: '',
      inputSchema: z.object({ n: z.coerce.number(), unit: z.string().default('EUR') }),
      transform: { display: { input: note, output: note, error: note } },
      execute: async ({ n }) => {
        if (n > 1) throw new Error('too much');
        return n;
      },
    });
    await pay({
      agent: { tools: { pay: tool } },
      steps: [[call('pay', { n: '1' }), call('pay', { n: '2' }), call('pay', { n: 'x' })], 'done'],
    });
    expect(seen).toEqual([
      ['input-available', { n: '1' }],
      ['input-available', { n: '2' }],
      ['input-available', { n: 'x' }],
      ['error', { n: 'x' }],
      ['output-available', { n: 1, unit: 'EUR' }],
      ['error', { n: 2, unit: 'EUR' }],
    ]);
  });

  it('waits for a transform before it tells of the call', async () => {
    const opened = event();
    const order: string[] = [];
    const { chunks } = await pay({
      transform: {
        display: {
          input: async () => {
            order.push('asked');
            opened.happen();
            await opened.happened;
            order.push('given');
            return 'later';
          },
        },
      },
      execute: () => {
        order.push('ran');
        return 1;
      },
    });
    expect(order).toEqual(['asked', 'given', 'ran']);
    expect(transforms(one(chunks, 'tool-call'))).toMatchObject({
      display: { 'input-available': { transformed: 'later' } },
    });
    const types = chunks.map(({ type }) => type);
    expect(types.indexOf('tool-call')).toBeLessThan(types.indexOf('tool-result'));
  });

  it('is stopped with its run, and shows no payload then', async () => {
    const controller = new AbortController();
    const { shown, stream } = await pay({
      transform: {
        display: {
          ...safe,
          input: () => {
            controller.abort();
            return new Promise(() => {});
          },
        },
      },
      options: { abortSignal: controller.signal },
    });
    expect(await stream.finishReason).toBe('aborted');
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it('tells of a transform that throws without the payload', async () => {
    const { shown, logged } = await pay({
      transform: {
        display: {
          input: ({ input }) => {
            throw new Error(`cannot hide ${JSON.stringify(input)}`);
          },
        },
      },
    });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(
      /display transform of tool "pay" threw for input-available \(Error\)/,
    );
    expect(JSON.stringify([shown, logged])).not.toContain(secret);
  });

  it('is typed by its tool', () => {
    createTool({
      id: 'typed',
      description: 'Typed',
      inputSchema: z.object({ n: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
      transform: {
        display: {
          input: ({ input }) => expectTypeOf(input).toEqualTypeOf<{ n: number } | undefined>(),
          output: ({ output }) => expectTypeOf(output).toEqualTypeOf<{ sum: number } | undefined>(),
        },
      },
      execute: async ({ n }) => ({ sum: n }),
    });
  });

  it.each([
    ['a target', { dispaly: {} }, 'transform has no field "dispaly"'],
    ['a phase', { display: { ouput: () => 1 } }, 'transform.display has no field "ouput"'],
    [
      'no function',
      { display: { output: 'x' } },
      'transform.display: the option "output" must be a function',
    ],
    ['no object', () => 1, '"transform" must be an object'],
  ])('is refused when %s is misspelt', (_what, transform, message) => {
    expect(() => payTool(transform as never)).toThrow(message);
  });
});

describe('a tool without a transform', () => {
  it('is shown as it is, but for requests, headers and raw parts', async () => {
    const { shown, chunks } = await pay({ options: { includeRawChunks: true } });
    expect(one(shown, 'tool-result').payload).toEqual(one(chunks, 'tool-result').payload);
    expect(ofType(shown, 'tool-call-delta')).toEqual(ofType(chunks, 'tool-call-delta'));
    expect(ofType(shown, 'raw')).toEqual([]);
    expect(ofType(shown, 'step-start').map(({ payload }) => payload.request)).toEqual([{}, {}]);
    expect(one(shown, 'finish').payload.metadata).not.toHaveProperty('headers');
  });

  it('shows nothing of what was sent to the provider, or of its headers', async () => {
    const inner = scriptedModel(paySteps);
    const model = {
      specificationVersion: inner.specificationVersion,
      provider: inner.provider,
      modelId: inner.modelId,
      supportedUrls: {},
      doStream: async (asked: never) => ({
        ...(await inner.doStream(asked)),
        request: { body: { prompt: 'BODY-S3CRET' } },
        response: { headers: { 'set-cookie': 'HEADER-S3CRET' } },
      }),
    };
    const { agent } = quietAgent(model as never, { tools: { pay: payTool() } });
    const stream = await agent.stream('?');
    const chunks = JSON.stringify(await collect(stream.fullStream));
    expect(chunks).toContain('BODY-S3CRET');
    expect(chunks).toContain('HEADER-S3CRET');
    expect(JSON.stringify(await collect(stream.toDisplayStream()))).not.toMatch(/(BODY|HEADER)-S/);
  });
});

describe('a policy for all tools', () => {
  const policy = (word: string): TransformPolicy => ({
    transformToolPayload: ({ phase }) => `${word} ${phase}`,
  });
  const resultOf = async (given: Given) =>
    one((await pay(given)).shown, 'tool-result').payload.result;

  it('stands on the agent, and one of the call takes its place', async () => {
    const agent = { transform: policy('agent') };
    expect(await resultOf({ agent })).toBe('agent output-available');
    const options = { transform: policy('call') };
    expect(await resultOf({ agent, options })).toBe('call output-available');
  });

  it('comes before the transform of a tool, which serves where it says nothing', async () => {
    const transform = { display: safe };
    expect(await resultOf({ transform, agent: { transform: policy('agent') } })).toBe(
      'agent output-available',
    );
    const silent = { transformToolPayload: () => undefined };
    expect(await resultOf({ transform, agent: { transform: silent } })).toBe('OUT');
  });

  it('covers calls of tools that are not there', async () => {
    const { shown } = await pay({
      steps: [[call('gone', { token: secret })], 'done'],
      agent: { transform: policy('agent') },
    });
    expect(one(shown, 'tool-error').payload).toMatchObject({
      toolName: 'gone',
      args: 'agent input-available',
      error: 'agent error',
    });
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it.each([
    [false, 'agent output-available'],
    [true, 'agent error'],
  ])('covers calls that a provider ran (failed: %s)', async (isError, result) => {
    const { shown, chunks, stream } = await pay({
      steps: [
        [
          call('web_search', { token: secret }, { id: 'p1', providerExecuted: true }),
          raw({
            type: 'tool-result',
            toolCallId: 'p1',
            toolName: 'web_search',
            result: [secret],
            ...(isError && { isError }),
          }),
          'done',
        ],
      ],
      agent: { transform: policy('agent') },
    });
    expect(one(chunks, 'tool-result').payload.result).toEqual([secret]);
    expect(one(shown, 'tool-result').payload).toMatchObject({
      args: 'agent input-available',
      result,
    });
    expect(JSON.stringify([shown, (await stream.response).uiMessages])).not.toContain(secret);
  });

  it.each([
    [{ transform: () => 1 }, '"transform" must be an object'],
    [{ transform: {} }, 'transform needs "transformToolPayload"'],
    [{ transform: { transformToolPayload: 'x' } }, '"transformToolPayload" must be a function'],
    [
      { transform: { transformToolPayload: () => 1, targets: ['screen'] } },
      '"targets" must be a list of display and transcript',
    ],
    [{ transform: { transformToolPayload: () => 1, target: [] } }, 'has no field "target"'],
  ] as [object, string][])('is refused in another form: %j', async (config, message) => {
    const model = scriptedModel([]);
    expect(() => quietAgent(model, config as never)).toThrow(message);
    await expect(quietAgent(model).agent.generate('?', config as never)).rejects.toMatchObject({
      id: 'AGENT_OPTION_INVALID',
    });
  });
});

describe('the transcript of a run', () => {
  it('holds what its own transforms give', async () => {
    const transform = { transcript: { input: () => 'kept in', output: () => 'kept out' } };
    const { stream, shown } = await pay({ transform });
    const { uiMessages } = await stream.response;
    expect(uiMessages).toEqual([
      {
        id: 'run:m',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          {
            type: 'tool-pay',
            toolCallId: 'call-1',
            state: 'output-available',
            input: 'kept in',
            output: 'kept out',
          },
          { type: 'step-start' },
          { type: 'text', text: 'done', state: 'done' },
        ],
      },
    ]);
    expect(one(shown, 'tool-result').payload.result).toEqual({ receipt: secret });
  });

  it('is there after generate too, and shows raw payloads where nobody asked', async () => {
    const { agent } = quietAgent(scriptedModel(paySteps), { tools: { pay: payTool() } });
    const { response } = await agent.generate('?');
    expect(response.uiMessages[0]?.parts[1]).toMatchObject({
      input: { token: secret },
      output: { receipt: secret },
    });
    const hidden = quietAgent(scriptedModel(paySteps), {
      tools: { pay: payTool({ transcript: safe }) },
    });
    const { response: safeResponse } = await hidden.agent.generate('?');
    expect(safeResponse.uiMessages[0]?.parts[1]).toMatchObject({ input: 'IN', output: 'OUT' });
  });
});

/** One function of a transform: gives something, says nothing, fails, at once or later. */
const aTransform = fc.constantFrom(
  () => 'shown',
  () => null,
  () => ({ shown: true }),
  () => undefined,
  () => {
    throw new Error(secret);
  },
  async () => 'later',
  async () => undefined,
  async () => Promise.reject(new Error(secret)),
  () => new Promise((resolve) => setImmediate(() => resolve('slow'))),
);
const someTransforms = fc.record(
  { input: aTransform, inputDelta: aTransform, output: aTransform, error: aTransform },
  { requiredKeys: [] },
);
const aPolicy = fc.record(
  { transformToolPayload: aTransform },
  { requiredKeys: ['transformToolPayload'] },
);

/** Tools of different forms, what a model writes for them, and what it writes wrongly. */
const shapes = {
  flat: [z.object({ token: z.string() }), { token: secret }, { tokn: secret }],
  nested: [z.object({ a: z.object({ b: z.string() }) }), { a: { b: secret } }, { a: secret }],
  list: [z.object({ all: z.array(z.string()) }), { all: ['x', secret] }, { all: [[secret]] }],
  strict: [z.strictObject({ n: z.enum([secret]) }), { n: secret }, { n: `${secret}!` }],
  free: [undefined, { any: [secret], [secret]: 1 }, `"${secret}`],
} as const;

/** A text cut at these places. */
function cutAt(text: string, places: readonly number[]): string[] {
  const ends = [...new Set(places.map((place) => place % text.length))].sort((a, b) => a - b);
  return [...ends, text.length].map((end, index, all) => text.slice(all[index - 1] ?? 0, end));
}

describe('whatever the transforms do', () => {
  it('shows no part of a payload, in the display stream or in the transcript', async () => {
    const outcomes: Record<string, (given: unknown) => unknown> = {
      result: (given) => ({ deep: [given] }),
      text: () => secret,
      thrown: () => {
        throw new Error(`failed for ${secret}`);
      },
      rejected: async () => Promise.reject(new TypeError(secret)),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          transform: fc.record({ display: someTransforms, transcript: someTransforms }),
          policy: fc.option(aPolicy, { nil: undefined }),
          shape: fc.constantFrom(...Object.values(shapes)),
          outcome: fc.option(fc.constantFrom(...Object.keys(outcomes)), { nil: undefined }),
          cuts: fc.option(fc.array(fc.nat(), { maxLength: 12 }), { nil: undefined }),
          isWrong: fc.boolean(),
          again: fc.boolean(),
          isTold: fc.boolean(),
          end: fc.constantFrom('tool-calls', 'length', 'abort', 'gone'),
        }),
        async ({ transform, policy, shape, outcome, cuts, isWrong, again, isTold, end }) => {
          const [inputSchema, right, wrong] = shape;
          const written = isWrong ? wrong : right;
          const text = typeof written === 'string' ? written : JSON.stringify(written);
          const ask = call('pay', text, cuts ? { pieces: cutAt(text, cuts) } : { streamed: false });
          const controller = new AbortController();
          const execute = outcomes[outcome ?? ''];
          const tool = createTool({
            id: 'pay',
            description: '',
            ...(inputSchema && { inputSchema }),
            transform: transform as ToolTransform,
            ...(isTold && { toModelOutput: (output: unknown) => ({ told: output }) as never }),
            ...(execute && {
              execute: (given: unknown) => {
                if (end === 'abort') controller.abort();
                return execute(given);
              },
            }),
          } as never);
          const calls = again ? [ask, ask] : [ask];
          const model = scriptedModel([
            end === 'length' ? [...calls, finish('length')] : calls,
            'done',
          ]);
          const { agent, logged } = quietAgent(model, {
            tools: { pay: tool },
            ...(policy && { transform: policy as TransformPolicy }),
          });
          const stream = await agent.stream('?', {
            abortSignal: controller.signal,
            ...(end === 'gone' && { activeTools: [] }),
          });
          const shown = await collect(stream.toDisplayStream());
          const events = await collect(toToolEvents(stream.toDisplayStream()));
          const { uiMessages } = await stream.response;
          const deltas = ofType(shown, 'tool-call-delta')
            .map(({ payload }) => payload.argsTextDelta)
            .join('');
          expect(JSON.stringify([shown, events, uiMessages, logged])).not.toContain(secret);
          expect(deltas).not.toContain(secret);
          expect(ofType(shown, 'tool-call')).toHaveLength(calls.length);
          // the app itself has all of it
          if (!isWrong) expect(JSON.stringify(await collect(stream.fullStream))).toContain(secret);
        },
      ),
      { numRuns: 150 },
    );
  });
});
