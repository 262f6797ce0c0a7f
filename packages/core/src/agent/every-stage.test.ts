import { call, collect, scriptedModel, toolResultsIn } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toToolEvents } from '../chunks/index.ts';
import { createTool } from '../tools/index.ts';
import type { AgentConfig, RunOptions } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

type Work = (...args: never[]) => unknown;
interface Given {
  /** Options of the tool. */
  readonly tool?: object;
  readonly config?: Partial<AgentConfig>;
  readonly options?: object;
}

const fails = () => {
  throw new Error('no');
};
const readOnly = { mcp: { annotations: { readOnlyHint: true } } };
const asked = (work: Work) => z.object({}).refine(work as () => unknown);

/** Every place where a function of a user's is called on the road of a call. */
const stages: Record<string, (work: Work) => Given> = {
  onInputStart: (work) => ({ tool: { onInputStart: work } }),
  onInputDelta: (work) => ({ tool: { onInputDelta: work } }),
  'the transform of a piece': (work) => ({
    tool: { transform: { display: { inputDelta: work } } },
  }),
  'the transform of the input': (work) => ({
    tool: { transform: { transcript: { input: work } } },
  }),
  inputSchema: (work) => ({ tool: { inputSchema: asked(work) } }),
  onInputAvailable: (work) => ({ tool: { onInputAvailable: work } }),
  beforeToolCall: (work) => ({ config: { hooks: { beforeToolCall: work as never } } }),
  requestContextSchema: (work) => ({ tool: { requestContextSchema: asked(work) } }),
  execute: (work) => ({ tool: { execute: work } }),
  'execute within limits': (work) => ({
    tool: { execute: work, timeoutMs: 60_000, concurrency: 1 },
  }),
  retryIf: (work) => ({
    tool: { execute: fails, retry: { attempts: 1, delayMs: 0, retryIf: work } },
  }),
  outputSchema: (work) => ({ tool: { outputSchema: z.any().refine(work as () => unknown) } }),
  afterToolCall: (work) => ({ config: { hooks: { afterToolCall: work as never } } }),
  onOutput: (work) => ({ tool: { onOutput: work } }),
  toModelOutput: (work) => ({ tool: { toModelOutput: work } }),
  'the transform of the output': (work) => ({ tool: { transform: { display: { output: work } } } }),
  'the transform of the error': (work) => ({
    tool: { execute: fails, transform: { transcript: { error: work } } },
  }),
  'the transform of a policy': (work) => ({
    options: { transform: { transformToolPayload: work } },
  }),
};
/** Those that are not waited for. */
const atOnce: Record<string, (work: Work) => Given> = {
  onToolRefused: (work) => ({
    config: { hooks: { beforeToolCall: fails, onToolRefused: work as never } },
  }),
  'the key of a rate': (work) => ({
    tool: { rateLimit: { limit: 9, intervalMs: 60_000, key: work } },
  }),
  'the key of a lane': (work) => ({ tool: { concurrency: { limit: 1, key: work } } }),
  'the key of a cache': (work) => ({ tool: { ...readOnly, cache: { ttlMs: 60_000, key: work } } }),
};

const modes = ['generate', 'stream', 'stream with eager tools'] as const;
type Mode = (typeof modes)[number];

/** A step with a call of a tool whose arguments come in two pieces; what of it can be seen. */
async function run({ tool, config, options }: Given, mode: Mode, abortSignal?: AbortSignal) {
  const act = createTool({
    id: 'act',
    description: '',
    idempotent: true,
    execute: async () => ({ done: true }),
    ...tool,
  } as never);
  const model = scriptedModel([[call('act', '{}', { pieces: ['{', '}'] })], 'Done.']);
  const { agent } = quietAgent(model, { tools: { act }, ...config });
  const given = { ...options, ...(abortSignal && { abortSignal }) } as RunOptions;
  if (mode === 'generate') {
    const output = await agent.generate('?', given);
    return { ...output, model, shown: [], events: [] };
  }
  const eagerToolExecution = mode !== 'stream';
  const stream = await agent.stream('?', { ...given, eagerToolExecution });
  const shown = await collect(stream.toDisplayStream());
  const events = await collect(toToolEvents(stream.fullStream));
  return { ...(await stream.getFullOutput()), model, shown, events };
}

describe.each(modes)('a run that is stopped (%s)', (mode) => {
  it.each(Object.keys(stages))('while %s works ends at once', async (name) => {
    const controller = new AbortController();
    let isReached = false;
    const work = () => {
      isReached = true;
      setImmediate(() => controller.abort());
      return new Promise(() => {});
    };
    const given = (stages[name] as (work: Work) => Given)(work);
    const { finishReason, model, shown } = await run(given, mode, controller.signal);
    // what is written in pieces is told of by streams alone
    const isOfPieces = name === 'onInputStart' || name === 'onInputDelta' || name.endsWith('piece');
    expect(isReached).toBe(mode !== 'generate' || !isOfPieces);
    expect(finishReason).toBe(isReached ? 'aborted' : 'stop');
    expect(model.requests).toHaveLength(isReached ? 1 : 2);
    if (mode !== 'generate') {
      expect(shown.slice(-2).map(({ type }) => type)).toEqual(['abort', 'finish']);
    }
  });
});

const unreadable = (field: string) =>
  Object.defineProperty(new Error('x'), field, { get: fails, configurable: true });
const throwing = { get: fails, has: fails, ownKeys: fails, getPrototypeOf: fails };
const odd: Record<string, () => unknown> = {
  'an error without a readable message': () => unreadable('message'),
  'an error without a readable name': () => unreadable('name'),
  'a proxy that throws': () => new Proxy({}, throwing),
  'a thenable that throws': () => Object.defineProperty({}, 'then', { get: fails }),
  'fields that throw': () =>
    Object.defineProperties(
      {},
      { proceed: { get: fails }, output: { get: fails }, type: { get: fails } },
    ),
  'a frozen object': () => Object.freeze({ output: Object.freeze([1]), type: 'content', value: 5 }),
  'a symbol': () => Symbol('odd'),
};

describe.each(modes)('a call has one outcome, and its run goes on (%s)', (mode) => {
  it.each(Object.keys({ ...stages, ...atOnce }))('whatever %s gives or throws', async (name) => {
    const place = (stages[name] ?? atOnce[name]) as (work: Work) => Given;
    for (const make of Object.values(odd)) {
      const throws = () => {
        throw make();
      };
      for (const work of [() => make(), throws]) {
        const output = await run(place(work), mode);
        expect(output.text).toBe('Done.');
        expect(toolResultsIn(output.model.lastPrompt)).toHaveLength(1);
        expect(() => JSON.stringify([output.response.uiMessages, output.shown])).not.toThrow();
        if (mode === 'generate') continue;
        const ends = output.shown.filter(({ type }) => /^tool-(result|error)$/.test(type));
        expect(ends).toHaveLength(1);
        expect(output.events.filter(({ type }) => type === 'tool_end')).toHaveLength(1);
      }
    }
  });
});
