import { getEventListeners } from 'node:events';
import {
  breakStream,
  type CallOptions,
  call,
  collect,
  finish,
  type Piece,
  raw,
  reasoning,
  type Step,
  scriptedModel,
  text,
  toolCallsIn,
  toolResultsIn,
} from '@tenon/testing';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { silentLogger } from '../base/logger.ts';
import type { AgentChunk } from '../chunks/index.ts';
import type { FullOutput } from '../loop/index.ts';
import { toJsonSafe } from '../messages/index.ts';
import { createTool } from '../tools/index.ts';
import { joinRegistry } from './host.ts';
import { Agent, type RunOptions, type ToolsInput } from './index.ts';

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);
process.on('unhandledRejection', onUnhandled);
const builtIn = Object.getOwnPropertyNames(Object.prototype).length;

afterAll(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled).toEqual([]);
});

const schemas = {
  zod4Plain: z.object({ a: z.string(), n: z.number().optional() }),
  zod4Nested: z.object({ list: z.array(z.object({ x: z.number().int() })), at: z.iso.datetime() }),
  zod4Choice: z.object({
    u: z.union([z.string(), z.null()]),
    d: z.number().default(5),
    r: z.record(z.string(), z.number()),
  }),
  zod3Plain: z3.object({ a: z3.string(), n: z3.number().optional() }),
  zod3Nested: z3.object({ list: z3.array(z3.object({ x: z3.number().int() })) }).strict(),
  zod3Choice: z3.object({ u: z3.union([z3.string(), z3.boolean()]), d: z3.coerce.number() }),
  valibotPlain: toStandardJsonSchema(v.object({ a: v.string(), n: v.optional(v.number()) })),
  valibotNested: toStandardJsonSchema(
    v.strictObject({ list: v.array(v.object({ x: v.pipe(v.number(), v.integer()) })) }),
  ),
  valibotChoice: toStandardJsonSchema(
    v.object({ u: v.union([v.string(), v.null()]), d: v.optional(v.number(), 5) }),
  ),
  arkPlain: type({ a: 'string', 'n?': 'number' }),
  arkNested: type({ list: type({ x: 'number.integer' }).array() }),
  arkChoice: type({ u: 'string | null', d: "'a' | 'b'" }),
};
const names = Object.keys(schemas) as (keyof typeof schemas)[];

const tools: ToolsInput = Object.fromEntries(
  names.map((name) => [
    name,
    createTool({
      id: name,
      description: name,
      inputSchema: schemas[name] as never,
      execute: async (input: unknown) => ({ got: input }),
    }),
  ]),
);

interface Outcome {
  readonly chunks: readonly AgentChunk[];
  readonly model: ReturnType<typeof scriptedModel>;
  readonly calls: readonly string[];
}

/** Runs one step and an answer, and checks what holds for every run that was not stopped and did not fail. */
async function run(
  step: Step,
  given: ToolsInput,
  mode: 'generate' | 'stream',
  options: RunOptions = {},
): Promise<Outcome> {
  const model = scriptedModel([step, 'Done.']);
  const agent = new Agent({ id: 'a', name: 'a', instructions: '', model, tools: given });
  agent[joinRegistry]({ logger: silentLogger, tenon: undefined, generateId: undefined });
  let chunks: AgentChunk[] = [];
  let said = '';
  if (mode === 'generate') {
    const onChunk = (chunk: AgentChunk) => {
      chunks.push(chunk);
    };
    said = (await agent.generate('?', { ...options, onChunk })).text;
  } else {
    const stream = await agent.stream('?', options);
    chunks = await collect(stream.fullStream);
    said = await stream.text;
  }
  expect(chunks.at(-1)?.type).toBe('finish');
  const idsOf = (...types: string[]) =>
    chunks.flatMap((chunk) =>
      types.includes(chunk.type) && 'payload' in chunk
        ? [(chunk.payload as { toolCallId: string }).toolCallId]
        : [],
    );
  const calls = idsOf('tool-call');
  expect(new Set(calls).size).toBe(calls.length);
  expect(idsOf('tool-result', 'tool-error').sort()).toEqual([...calls].sort());
  if (model.requests.length > 1) {
    expect(said.endsWith('Done.')).toBe(true);
    const prompt = model.lastPrompt;
    expect(toolCallsIn(prompt).map(({ toolCallId }) => toolCallId)).toEqual(calls);
    expect(toolResultsIn(prompt).map(({ toolCallId }) => toolCallId)).toEqual(calls);
    const text = JSON.stringify(prompt);
    expect(JSON.parse(text)).toEqual(prompt);
    for (const { toolName } of toolCallsIn(prompt)) {
      expect(toolName).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    }
  }
  expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(builtIn);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  return { chunks, model, calls };
}

const modes = fc.constantFrom('generate' as const, 'stream' as const);
const anyName = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'then', 'hasOwnProperty', '', ' '),
  fc.string({ unit: 'binary', maxLength: 80 }),
);
/** Text that is nearly what a tool wants, and text that is not. */
const nearlyRight = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc
    .record(
      {
        a: fc.jsonValue(),
        n: fc.jsonValue(),
        list: fc.oneof(fc.array(fc.record({ x: fc.jsonValue() })), fc.jsonValue()),
        at: fc.oneof(fc.constant('2020-01-01T00:00:00Z'), fc.jsonValue()),
        u: fc.oneof(fc.string(), fc.constant(null), fc.jsonValue()),
        d: fc.oneof(fc.integer(), fc.constantFrom('a', 'b', '7'), fc.constant(null)),
        r: fc.oneof(fc.dictionary(fc.string(), fc.integer()), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '{"__proto__":{"polluted":1}}',
    '{"a":"x","__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"\\u005f_proto__":{"polluted":1}}',
    '{"a":"\\ud83d"}',
    '[]',
    'null',
    '0',
    '"text"',
    '{"a":1e999}',
  ),
);

/** Cuts a text into pieces at any places. */
const cut = (text: string) =>
  fc.array(fc.nat({ max: text.length }), { maxLength: 8 }).map((places) => {
    const sorted = [0, ...places.sort((a, b) => a - b), text.length];
    return sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
  });

describe('whatever a model does', () => {
  it('every call has one outcome: any arguments for any tool', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ name: fc.constantFrom(...names), input: nearlyRight, whole: fc.boolean() }),
          { minLength: 1, maxLength: 5 },
        ),
        modes,
        async (given, mode) => {
          const step = given.map(({ name, input, whole }) =>
            call(name, input, { streamed: !whole }),
          );
          const { calls } = await run(step, tools, mode);
          expect(calls).toHaveLength(given.length);
        },
      ),
      { numRuns: 250 },
    );
  });

  it('every call has one outcome: any cut and any truncation of streamed arguments', async () => {
    const texts = nearlyRight.chain((whole) =>
      fc.tuple(fc.nat({ max: whole.length }), fc.boolean()).chain(([end, isWhole]) => {
        const text = isWhole ? whole : whole.slice(0, end);
        return cut(text).map((pieces) => ({ text, pieces }));
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.constantFrom(...names),
        fc.boolean(),
        fc.constantFrom('tool-calls' as const, 'stop' as const, 'length' as const),
        async ({ text, pieces }, name, isNamed, reason) => {
          const start = { type: 'tool-input-start', id: 'x', toolName: name };
          const step: Piece[] = [
            raw(start),
            ...pieces.map((delta) => raw({ type: 'tool-input-delta', id: 'x', delta })),
            raw({ type: 'tool-input-end', id: 'x' }),
            ...(isNamed ? [call(name, text, { id: 'x', streamed: false })] : []),
            finish(reason),
          ];
          const { chunks, calls } = await run(step, tools, 'stream');
          expect(calls).toEqual(['x']);
          const deltas = chunks.flatMap((chunk) =>
            chunk.type === 'tool-call-delta' && 'payload' in chunk
              ? [(chunk.payload as { argsTextDelta: string }).argsTextDelta]
              : [],
          );
          expect(deltas.join('')).toBe(text);
        },
      ),
      { numRuns: 250 },
    );
  });

  it('every call has one outcome: any interleaving of the parts of several calls', async () => {
    const oneCall = fc.record({
      id: fc.constantFrom('x', 'y', 'z'),
      name: anyName,
      input: nearlyRight,
      isNamed: fc.boolean(),
    });
    const interleaved = fc.array(oneCall, { minLength: 1, maxLength: 4 }).chain((given) => {
      const unique = given.map((one, index) => ({ ...one, id: `${one.id}${index}` }));
      const queues = unique.map(({ id, name, input, isNamed }) => [
        raw({ type: 'tool-input-start', id, toolName: name }),
        raw({ type: 'tool-input-delta', id, delta: input.slice(0, 3) }),
        raw({ type: 'tool-input-delta', id, delta: input.slice(3) }),
        raw({ type: 'tool-input-end', id }),
        ...(isNamed ? [call(name, input, { id, streamed: false })] : []),
      ]);
      return fc.array(fc.nat({ max: 3 }), { minLength: 20, maxLength: 20 }).map((turns) => {
        const left = queues.map((queue) => queue.slice());
        const parts: Piece[] = [];
        for (const turn of turns) {
          const next = left[turn % left.length]?.shift();
          if (next !== undefined) parts.push(next);
        }
        return { count: unique.length, parts: [...parts, ...left.flat(), finish('tool-calls')] };
      });
    });
    await fc.assert(
      fc.asyncProperty(interleaved, async ({ count, parts }) => {
        const { calls } = await run(parts, tools, 'stream');
        expect(calls).toHaveLength(count);
      }),
      { numRuns: 200 },
    );
  });

  it('every call has one outcome: ids that come again, in any form', async () => {
    const one = fc.record({
      id: fc.constantFrom('x', 'x_2', 'y', ''),
      streamed: fc.boolean(),
      name: fc.constantFrom('zod4Plain', 'nope'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(one, { minLength: 1, maxLength: 8 }),
        modes,
        async (given, mode) => {
          const step = given.map(({ name, ...options }) =>
            call(name, { a: 'x' }, options as CallOptions),
          );
          const { calls } = await run(step, tools, mode);
          expect(calls).toHaveLength(given.length);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('every call has one outcome: any names of tools, any words of the model', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyName, { maxLength: 6 }),
        fc.array(anyName, { minLength: 1, maxLength: 6 }),
        modes,
        async (keys, words, mode) => {
          const given = Object.fromEntries(
            keys.map((key) => [
              key,
              createTool({ id: 'same', description: '', execute: async () => key }),
            ]),
          );
          const { chunks, model } = await run(
            [...words, ...keys].map((word) => call(word)),
            given,
            mode,
          );
          for (const name of model.requests[0]?.toolNames ?? []) {
            expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
          }
          for (const chunk of chunks) {
            if (chunk.type !== 'tool-result' || !('payload' in chunk)) continue;
            const { toolName, result } = chunk.payload as { toolName: string; result: unknown };
            expect(result).toBe(toJsonSafe(toolName));
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('whatever a tool does', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withObjectString: true,
    withBoxedValues: true,
    withTypedArray: true,
    withSparseArray: true,
    withUnicodeString: true,
    maxDepth: 4,
  } as never);

  it('its result reaches stream and prompt as JSON', async () => {
    await fc.assert(
      fc.asyncProperty(anything, modes, async (result, mode) => {
        const give = createTool({ id: 'give', description: '', execute: async () => result });
        const { chunks, model } = await run([call('give')], { give }, mode);
        const chunk = chunks.find((one) => one.type === 'tool-result') as unknown as {
          payload: { result: unknown };
        };
        const told = chunk.payload.result;
        expect(JSON.parse(JSON.stringify(told))).toEqual(told);
        expect(toolResultsIn(model.lastPrompt)).toMatchObject([{ isError: false, value: told }]);
      }),
      { numRuns: 300 },
    );
  });

  it('what it throws, in itself or in a hook, is one error with a text', async () => {
    await fc.assert(
      fc.asyncProperty(anything, modes, fc.boolean(), async (thrown, mode, inHook) => {
        const fail = createTool({
          id: 'fail',
          description: '',
          execute: () => {
            throw thrown;
          },
        });
        const hooks = inHook
          ? {
              beforeToolCall: () => {
                throw thrown;
              },
            }
          : {};
        const { model } = await run([call('fail')], { fail }, mode, { hooks });
        const [result] = toolResultsIn(model.lastPrompt);
        expect(result?.isError).toBe(true);
        expect(result?.value).toMatch(/./s);
      }),
      { numRuns: 200 },
    );
  });

  it('what hooks return is an outcome, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(anything, anything, modes, async (before, after, mode) => {
        const hooks = { beforeToolCall: () => before, afterToolCall: () => after } as never;
        await run([call('zod4Plain', { a: 'x' })], tools, mode, { hooks });
      }),
      { numRuns: 200 },
    );
  });
});

describe('wherever a run is stopped or breaks', () => {
  const slow = createTool({
    id: 'slow',
    description: '',
    idempotent: true,
    execute: async (_, { writer }) => {
      for (let turn = 0; turn < 3; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
        await writer.write(turn);
      }
      return 'slow';
    },
  });
  const quick = createTool({ id: 'quick', description: '', execute: async () => 'quick' });
  const bad = createTool({
    id: 'bad',
    description: '',
    execute: () => Promise.reject(new Error('bad')),
  });
  const piece = fc.oneof(
    fc.constantFrom('slow', 'quick', 'bad', 'nope').map((name) => call(name, { a: 1 })),
    fc.constantFrom('slow', 'quick').map((name) => call(name, {}, { streamed: false })),
    fc.constant(call('quick', '{"a"')),
    fc.constantFrom('some text', 'more').map((said) => text(said, { pieces: 3 })),
    fc.constant(reasoning('Hm.')),
    fc.constant(raw({ type: 'tool-input-start', id: 'open', toolName: 'slow' })),
  );
  const script = fc.array(fc.array(piece, { minLength: 1, maxLength: 5 }), { maxLength: 3 });

  it('the history is whole, and nothing comes after the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        script,
        fc.nat({ max: 60 }),
        modes,
        fc.boolean(),
        fc.constantFrom('stop', 'break'),
        fc.constantFrom(1, 2, 10),
        async (steps, at, mode, isEager, how, limit) => {
          const controller = new AbortController();
          const model = scriptedModel([
            ...steps,
            how === 'break' ? ['a', breakStream(new Error('lost'))] : 'Done.',
          ]);
          const agent = new Agent({
            id: 'a',
            name: 'a',
            instructions: '',
            model,
            tools: { slow, quick, bad },
          });
          agent[joinRegistry]({ logger: silentLogger, tenon: undefined, generateId: undefined });
          const types: string[] = [];
          const ends: FullOutput[] = [];
          const options: RunOptions = {
            abortSignal: controller.signal,
            eagerToolExecution: isEager,
            toolCallConcurrency: limit,
            modelSettings: { maxRetries: 0 },
            onChunk: ({ type }) => {
              types.push(type);
              if (how === 'stop' && types.length === at) controller.abort();
            },
            onAbort: () => new Promise((resolve) => setImmediate(resolve)),
            onFinish: async (output) => {
              ends.push(output);
              await new Promise((resolve) => setImmediate(resolve));
            },
          };
          const ending =
            mode === 'generate'
              ? agent.generate('?', options)
              : agent.stream('?', options).then((stream) => stream.getFullOutput());
          await ending.catch(() => {});
          expect(ends).toHaveLength(1);
          expect(types.filter((type) => type === 'finish')).toHaveLength(1);
          expect(types.at(-1)).toBe('finish');
          expect(model.openStreams).toBe(0);

          const next = scriptedModel(['Hi.']);
          const again = new Agent({ id: 'b', name: 'b', instructions: '', model: next });
          const given = ends[0]?.response.messages ?? [];
          await again.generate(['?', ...given, 'And?']);
          const { lastPrompt } = next;
          const calls = toolCallsIn(lastPrompt).map(({ toolCallId }) => toolCallId);
          expect(toolResultsIn(lastPrompt).map(({ toolCallId }) => toolCallId)).toEqual(calls);
          expect(new Set(calls).size).toBe(calls.length);
          expect(toolResultsIn(given).map(({ toolCallId }) => toolCallId)).toEqual(
            toolCallsIn(given).map(({ toolCallId }) => toolCallId),
          );
          const count = types.length;
          for (let turn = 0; turn < 4; turn++) {
            await new Promise((resolve) => setImmediate(resolve));
          }
          expect(types).toHaveLength(count);
          expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
