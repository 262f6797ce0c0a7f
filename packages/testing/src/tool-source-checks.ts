import assert from 'node:assert/strict';
import type { RunBudget, ToolHooks } from '@tenon/core/agent';
import { RequestContext } from '@tenon/core/request-context';
import { type AnyTool, createTool, type ToolTransform } from '@tenon/core/tools';
import { collect } from './collect.ts';
import { call, type Piece } from './pieces.ts';
import { toolCallsIn, toolResultsIn } from './read-prompt.ts';
import { type ScriptedModel, scriptedModel } from './scripted-model.ts';
import type { ToolSource } from './tool-source.ts';

interface SeenChunk {
  readonly type: string;
  readonly payload?: { readonly [field: string]: unknown };
}

interface Trial {
  readonly chunks: readonly SeenChunk[];
  /** What people are shown. */
  readonly shown: readonly SeenChunk[];
  readonly model: ScriptedModel;
  /** What the model read as results, in order. */
  readonly results: ReturnType<typeof toolResultsIn>;
}

type Check = (source: ToolSource) => Promise<void>;

/** Every check by the behaviour it holds a source to. */
export const toolSourceChecks: Readonly<Record<string, Check>> = {
  'offers the tool by a name that providers take, with its description and schema': async (
    source,
  ) => {
    const { model } = await attempt(source, { tools: { double: double() }, calls: [] });
    const offered = model.requests[0]?.tools?.find(
      (tool) => tool.description === 'Doubles a number',
    );
    assert.ok(offered, 'the request holds no tool "Doubles a number"');
    assert.match(String(offered.name), /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/);
    assert.match(JSON.stringify(offered.inputSchema), /"n"/);
  },

  'gives execute the parsed input and stream, history and model the result': async (source) => {
    const inputs: unknown[] = [];
    const tools = { double: double((input) => inputs.push(input)) };
    const trial = await attempt(source, { tools, calls: [callOf(source, 'double', { n: '4' })] });
    assert.deepEqual(inputs, [{ n: 4 }]);
    const result = only(trial.chunks, 'tool-result');
    assert.equal(result.payload?.toolName, named(source, 'double'));
    assert.deepEqual(result.payload?.result, { doubled: 8 });
    assert.equal(trial.results.length, 1);
    assert.match(JSON.stringify(trial.results[0]), /8/);
  },

  'calls beforeToolCall and afterToolCall once, with name, parsed input and output': async (
    source,
  ) => {
    const seen: unknown[] = [];
    const hooks: ToolHooks = {
      beforeToolCall: ({ toolName, input }) => void seen.push(['before', toolName, input]),
      afterToolCall: ({ toolName, input, output }) =>
        void seen.push(['after', toolName, input, output]),
    };
    const tools = { double: double() };
    await attempt(source, { tools, hooks, calls: [callOf(source, 'double', { n: '4' })] });
    const name = named(source, 'double');
    assert.deepEqual(seen, [
      ['before', name, { n: 4 }],
      ['after', name, { n: 4 }, { doubled: 8 }],
    ]);
  },

  'lets beforeToolCall answer in place of the tool': async (source) => {
    let runs = 0;
    const hooks: ToolHooks = { beforeToolCall: () => ({ proceed: false, output: 'not today' }) };
    const tools = { double: double(() => runs++) };
    const trial = await attempt(source, {
      tools,
      hooks,
      calls: [callOf(source, 'double', { n: 1 })],
    });
    assert.equal(runs, 0);
    assert.equal(only(trial.chunks, 'tool-result').payload?.result, 'not today');
  },

  "checks input that beforeToolCall puts in place of the model's": async (source) => {
    const inputs: unknown[] = [];
    const tools = { double: double((input) => inputs.push(input)) };
    const calls = [callOf(source, 'double', { n: 1 })];
    const replace = (input: unknown): ToolHooks => ({ beforeToolCall: () => ({ input }) });
    await attempt(source, { tools, calls, hooks: replace({ n: '21' }) });
    assert.deepEqual(inputs, [{ n: 21 }]);
    const refused = await attempt(source, { tools, calls, hooks: replace({ n: 'many' }) });
    assert.equal(inputs.length, 1);
    only(refused.chunks, 'tool-error');
  },

  'lets afterToolCall replace the output': async (source) => {
    const hooks: ToolHooks = { afterToolCall: () => ({ output: { doubled: 0 } }) };
    const tools = { double: double() };
    const trial = await attempt(source, {
      tools,
      hooks,
      calls: [callOf(source, 'double', { n: 4 })],
    });
    assert.deepEqual(only(trial.chunks, 'tool-result').payload?.result, { doubled: 0 });
  },

  'does not run the tool when beforeToolCall throws': async (source) => {
    let runs = 0;
    const hooks: ToolHooks = {
      beforeToolCall: () => {
        throw new Error('guard is down');
      },
    };
    const tools = { double: double(() => runs++) };
    const trial = await attempt(source, {
      tools,
      hooks,
      calls: [callOf(source, 'double', { n: 1 })],
    });
    assert.equal(runs, 0);
    assert.match(errorOf(only(trial.chunks, 'tool-error')).message, /guard is down/);
  },

  'refuses bad input before hooks and tool, and tells onToolRefused and the model why': async (
    source,
  ) => {
    const seen: string[] = [];
    const hooks: ToolHooks = {
      beforeToolCall: () => void seen.push('before'),
      afterToolCall: () => void seen.push('after'),
      onToolRefused: ({ toolName, error }) => void seen.push(`${toolName}: ${error.message}`),
    };
    const tools = { double: double(() => seen.push('ran')) };
    const trial = await attempt(source, {
      tools,
      hooks,
      calls: [callOf(source, 'double', { n: 'x' })],
    });
    assert.equal(seen.length, 1);
    assert.match(seen[0] ?? '', /\bn\b/);
    only(trial.chunks, 'tool-error');
    assert.match(JSON.stringify(trial.results[0]), /error/);
  },

  'calls the callbacks of the tool in order': async (source) => {
    const seen: string[] = [];
    const tools = {
      double: createTool({
        id: 'double',
        description: 'Doubles a number',
        inputSchema: numberSchema,
        onInputStart: () => void seen.push('start'),
        onInputAvailable: ({ input }) => void seen.push(`available ${JSON.stringify(input)}`),
        onOutput: ({ toolName }) => void seen.push(`output ${toolName}`),
        execute: async ({ n }) => {
          seen.push('execute');
          return { doubled: n * 2 };
        },
      }),
    };
    await attempt(source, { tools, calls: [callOf(source, 'double', { n: 2 })] });
    const output = `output ${named(source, 'double')}`;
    assert.deepEqual(seen, ['start', 'available {"n":2}', 'execute', output]);
  },

  'turns what the tool throws into an error of that call alone': async (source) => {
    const fails = createTool({
      id: 'fails',
      description: 'Fails',
      execute: async () => {
        throw new Error('out of order');
      },
    });
    const calls = [callOf(source, 'fails', {}), callOf(source, 'double', { n: 3 })];
    const trial = await attempt(source, { tools: { fails, double: double() }, calls });
    assert.match(errorOf(only(trial.chunks, 'tool-error')).message, /out of order/);
    assert.deepEqual(only(trial.chunks, 'tool-result').payload?.result, { doubled: 6 });
    assert.equal(trial.results.length, 2);
    assert.match(JSON.stringify(trial.results[0]), /out of order/);
  },

  'answers a call of an unknown tool with the names that exist': async (source) => {
    const tools = { double: double() };
    const trial = await attempt(source, { tools, calls: [call('dubble', {})] });
    assert.match(
      errorOf(only(trial.chunks, 'tool-error')).message,
      new RegExp(named(source, 'double')),
    );
  },

  'gives each call one outcome, and the model all of them in the order of the calls': async (
    source,
  ) => {
    const calls = [1, 2, 3].map((n) => callOf(source, 'double', { n }));
    const trial = await attempt(source, { tools: { double: double() }, calls });
    const prompt = trial.model.lastPrompt ?? [];
    const asked = toolCallsIn(prompt).map(({ toolCallId }) => toolCallId);
    assert.equal(new Set(asked).size, 3);
    assert.deepEqual(
      trial.results.map(({ toolCallId }) => toolCallId),
      asked,
    );
    for (const id of asked) {
      const ends = trial.chunks.filter(
        ({ type, payload }) => isEnd(type) && payload?.toolCallId === id,
      );
      assert.equal(ends.length, 1);
    }
  },

  'puts what the tool writes on the stream, with the id and name of the call': async (source) => {
    const writes = createTool({
      id: 'writes',
      description: 'Writes',
      execute: async (_input, { writer }) => {
        await writer.write({ half: true });
        return 'done';
      },
    });
    const trial = await attempt(source, {
      tools: { writes },
      calls: [callOf(source, 'writes', {})],
    });
    const output = only(trial.chunks, 'tool-output').payload;
    assert.deepEqual(output?.output, { half: true });
    assert.equal(output?.toolName, named(source, 'writes'));
    assert.equal(output?.toolCallId, only(trial.chunks, 'tool-call').payload?.toolCallId);
  },

  'hands the values of the request to the tool': async (source) => {
    const requestContext = new RequestContext();
    requestContext.set('tenant', 'acme');
    const seen: unknown[] = [];
    const reads = createTool({
      id: 'reads',
      description: 'Reads',
      execute: async (_input, context) => void seen.push(context.requestContext.get('tenant')),
    });
    const calls = [callOf(source, 'reads', {})];
    await attempt(source, { tools: { reads }, calls, requestContext });
    assert.deepEqual(seen, ['acme']);
  },

  'tells the tool when the run is stopped, and emits nothing of it afterwards': async (source) => {
    const controller = new AbortController();
    let heard = false;
    const waits = createTool({
      id: 'waits',
      description: 'Waits',
      execute: (_input, { abortSignal }) =>
        new Promise<string>((resolve) => {
          abortSignal.addEventListener('abort', () => {
            heard = true;
            resolve('late');
          });
          controller.abort();
        }),
    });
    const calls = [callOf(source, 'waits', {})];
    const trial = await attempt(source, {
      tools: { waits },
      calls,
      abortSignal: controller.signal,
    });
    assert.equal(heard, true);
    only(trial.chunks, 'abort');
    assert.equal(trial.chunks.filter(({ type }) => isEnd(type)).length, 0);
    assert.equal(trial.model.requests.length, 1);
  },

  'tells the model what toModelOutput gives, and the app the result': async (source) => {
    const tools = {
      double: double(undefined, {
        toModelOutput: () => ({ type: 'text', value: 'for the model' }),
      }),
    };
    const trial = await attempt(source, { tools, calls: [callOf(source, 'double', { n: 4 })] });
    assert.deepEqual(only(trial.chunks, 'tool-result').payload?.result, { doubled: 8 });
    assert.match(JSON.stringify(trial.results), /for the model/);
    assert.doesNotMatch(JSON.stringify(trial.results), /doubled/);
  },

  'shows people what its transform gives, for the arguments and the result': async (source) => {
    const shown = { input: () => 'an input', output: () => 'an output' };
    const tools = { double: double(undefined, { transform: { display: shown } }) };
    const trial = await attempt(source, { tools, calls: [callOf(source, 'double', { n: 4321 })] });
    const { args, result } = only(trial.shown, 'tool-result').payload ?? {};
    assert.deepEqual([args, result], ['an input', 'an output']);
    assert.doesNotMatch(JSON.stringify(trial.shown), /4321|8642/);
    assert.match(JSON.stringify(trial.results), /8642/);
  },

  'ends a call after its timeoutMs, tells it by its signal, and lets the others go on': async (
    source,
  ) => {
    let heard = false;
    const hangs = createTool({
      id: 'hangs',
      description: 'Hangs',
      timeoutMs: 20,
      execute: (_input, { abortSignal }) =>
        new Promise<never>(() => {
          abortSignal.addEventListener('abort', () => {
            heard = true;
          });
        }),
    });
    const calls = [callOf(source, 'hangs', {}), callOf(source, 'double', { n: 3 })];
    const trial = await attempt(source, { tools: { hangs, double: double() }, calls });
    assert.match(errorOf(only(trial.chunks, 'tool-error')).message, /20 ms/);
    assert.deepEqual(only(trial.chunks, 'tool-result').payload?.result, { doubled: 6 });
    assert.equal(heard, true);
    assert.match(JSON.stringify(trial.results[0]), /20 ms/);
  },

  'tries again as `retry` says, with one idempotency key': async (source) => {
    const keys: string[] = [];
    const flaky = createTool({
      id: 'flaky',
      description: 'Fails once',
      retry: { attempts: 1, delayMs: 0 },
      execute: async (_input, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (keys.length === 1) throw new Error('out of order');
        return 'done';
      },
    });
    const trial = await attempt(source, {
      tools: { flaky },
      calls: [callOf(source, 'flaky', {})],
    });
    assert.equal(only(trial.chunks, 'tool-result').payload?.result, 'done');
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
  },

  'runs no more calls at a time than `concurrency` allows': async (source) => {
    let running = 0;
    let most = 0;
    const inTurn = createTool({
      id: 'inTurn',
      description: 'Runs in turn',
      concurrency: 1,
      execute: async () => {
        most = Math.max(most, ++running);
        await Promise.resolve();
        running--;
      },
    });
    const calls = [1, 2, 3].map((n) => callOf(source, 'inTurn', { n }));
    const trial = await attempt(source, { tools: { inTurn }, calls });
    assert.equal(most, 1);
    assert.equal(trial.results.length, 3);
  },

  'refuses calls beyond `rateLimit`, and tells the model when to try again': async (source) => {
    let runs = 0;
    const refused: string[] = [];
    const hooks: ToolHooks = { onToolRefused: ({ toolName }) => void refused.push(toolName) };
    const rare = createTool({
      id: 'rare',
      description: 'May be called once a minute',
      rateLimit: { limit: 1, intervalMs: 60_000 },
      execute: async () => ++runs,
    });
    const calls = [callOf(source, 'rare', {}), callOf(source, 'rare', {})];
    const trial = await attempt(source, { tools: { rare }, hooks, calls });
    assert.equal(runs, 1);
    assert.deepEqual(refused, [named(source, 'rare')]);
    only(trial.chunks, 'tool-result');
    assert.match(errorOf(only(trial.chunks, 'tool-error')).message, /Try again in \d+ seconds/);
  },

  'hands out a result again as `cache` says': async (source) => {
    let runs = 0;
    const reads = createTool({
      id: 'reads',
      description: 'Reads',
      mcp: { annotations: { readOnlyHint: true } },
      concurrency: 1,
      cache: { ttlMs: 60_000 },
      execute: async () => ({ read: ++runs }),
    });
    const read = () => attempt(source, { tools: { reads }, calls: [callOf(source, 'reads', {})] });
    for (const trial of [await read(), await read()]) {
      assert.deepEqual(only(trial.chunks, 'tool-result').payload?.result, { read: 1 });
    }
  },

  'shows the model no more than `maxResultChars`, and everybody else all of it': async (source) => {
    const outputs: unknown[] = [];
    const hooks: ToolHooks = { afterToolCall: ({ output }) => void outputs.push(output) };
    const long = 'x'.repeat(50);
    const tells = createTool({
      id: 'tells',
      description: 'Tells much',
      maxResultChars: 10,
      execute: async () => long,
    });
    const trial = await attempt(source, {
      tools: { tells },
      hooks,
      calls: [callOf(source, 'tells', {})],
    });
    assert.deepEqual(outputs, [long]);
    assert.equal(only(trial.chunks, 'tool-result').payload?.result, long);
    assert.match(String(trial.results[0]?.value), /^x{10}\n… 40 of 50 characters left out/);
  },

  'runs no call beyond the budget of the run': async (source) => {
    let runs = 0;
    const tools = { double: double(() => runs++) };
    const calls = [1, 2].map((n) => callOf(source, 'double', { n }));
    const budget = { perTool: { [named(source, 'double')]: 1 } };
    const trial = await attempt(source, { tools, calls, budget });
    assert.equal(runs, 1);
    assert.deepEqual(only(trial.chunks, 'tool-result').payload?.result, { doubled: 2 });
    assert.match(errorOf(only(trial.chunks, 'tool-error')).message, /1 time/);
    assert.equal(trial.results.length, 2);
  },

  'does the same in generate() as in stream()': async (source) => {
    const model = scriptedModel([[callOf(source, 'double', { n: 5 })], 'Done.']);
    const { agent, options } = await source.offer({
      tools: { double: double() },
      model,
      hooks: {},
    });
    const output = await agent.generate('Go', options);
    assert.equal(output.text, 'Done.');
    assert.deepEqual(
      output.toolResults.map(({ payload }) => payload.result),
      [{ doubled: 10 }],
    );
  },
};

interface Arrangement {
  readonly tools: Readonly<Record<string, AnyTool>>;
  readonly calls: readonly Piece[];
  readonly hooks?: ToolHooks;
  readonly requestContext?: RequestContext;
  readonly abortSignal?: AbortSignal;
  readonly budget?: RunBudget;
}

async function attempt(source: ToolSource, arrangement: Arrangement): Promise<Trial> {
  const { tools, calls, hooks = {}, requestContext, abortSignal, budget } = arrangement;
  const model = scriptedModel(calls.length === 0 ? ['Done.'] : [[...calls], 'Done.']);
  const { agent, options } = await source.offer({ tools, model, hooks });
  const stream = await agent.stream('Go', {
    ...options,
    ...(requestContext !== undefined && { requestContext }),
    ...(abortSignal !== undefined && { abortSignal }),
    ...(budget !== undefined && { budget }),
  });
  const chunks = (await collect(stream.fullStream)) as readonly SeenChunk[];
  const shown = (await collect(stream.toDisplayStream())) as readonly SeenChunk[];
  const last = model.requests.length > 1 ? (model.lastPrompt ?? []) : [];
  return { chunks, shown, model, results: toolResultsIn(last) };
}

/** Takes `{ n }` as a number or a text of one, by a schema of our own: the suite needs no schema library. */
const numberSchema = {
  '~standard': {
    version: 1,
    vendor: 'tenon-testing',
    validate: (value: unknown) => {
      const n = Number((value as { n?: unknown } | null)?.n);
      if (Number.isNaN(n)) return { issues: [{ message: 'must be a number', path: ['n'] }] };
      return { value: { n } };
    },
    jsonSchema: { input: () => numberJson, output: () => numberJson },
    types: undefined as { input: { n: number | string }; output: { n: number } } | undefined,
  },
} as const;

const numberJson = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };

function double(
  note?: (input: unknown) => unknown,
  more: {
    readonly transform?: ToolTransform;
    readonly toModelOutput?: (output: unknown) => object;
  } = {},
): AnyTool {
  return createTool({
    ...more,
    id: 'double',
    description: 'Doubles a number',
    inputSchema: numberSchema,
    execute: async (input) => {
      note?.(input);
      return { doubled: input.n * 2 };
    },
  });
}

const named = (source: ToolSource, key: string): string => source.toolName?.(key) ?? key;

const callOf = (source: ToolSource, key: string, args: unknown): Piece =>
  call(named(source, key), args);

const isEnd = (type: string): boolean => type === 'tool-result' || type === 'tool-error';

function only(chunks: readonly SeenChunk[], type: string): SeenChunk {
  const found = chunks.filter((chunk) => chunk.type === type);
  const kinds = chunks.map((chunk) => chunk.type).join(' ');
  assert.equal(found.length, 1, `expected one ${type}, got ${found.length} in: ${kinds}`);
  return found[0] as SeenChunk;
}

const errorOf = (chunk: SeenChunk): Error => chunk.payload?.error as Error;
