import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseArguments } from '../base/parse-json.ts';
import { isPromiseLike } from '../base/promise.ts';
import { RequestContext } from '../base/request-context.ts';
import { type CallOutcome, type RunEvent, ToolCall } from '../journal/index.ts';
import { createTool, quietObserve, ToolSet } from '../tools/index.ts';
import {
  admitCall,
  CallJob,
  type CallScope,
  performCall,
  settle,
  settleNotRun,
  type ToolHooks,
} from './index.ts';

/** A run of nothing but one call, which keeps all that is said of it. */
class FakeRun implements CallScope {
  readonly runId = 'run';
  readonly agentId = 'agent';
  readonly agentName = 'Agent';
  readonly requestContext = new RequestContext();
  readonly controller = new AbortController();
  readonly abortSignal = this.controller.signal;
  readonly observe = quietObserve;
  readonly debugLog = undefined;
  readonly callSpans = undefined;
  readonly host = undefined;
  readonly transform = undefined;
  readonly messages = [];
  readonly budget: CallScope['budget'] = undefined;
  readonly hooks: ToolHooks;
  isOver = false;
  readonly errors: string[] = [];
  readonly records: RunEvent[] = [];
  readonly chunks: { type: string; payload: unknown }[] = [];
  readonly logger = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (message: string) => void this.errors.push(message),
  };

  constructor(hooks: ToolHooks = {}) {
    this.hooks = hooks;
  }
  readonly emit = (type: string, payload: unknown): void => {
    this.chunks.push({ type, payload });
  };
  emitCustom(): void {}
  knownTool(): undefined {}
  record(event: RunEvent): void {
    this.records.push(event);
    if (event.type === 'call-ended') this.call.outcome = event.outcome;
  }
  call = callOf('{}');
}

function callOf(text: string, toolName = 'act'): ToolCall {
  const args = parseArguments(text);
  return new ToolCall({ id: 'c1', step: 0, toolName, modelName: toolName, text, args });
}

interface Setting {
  readonly hooks?: ToolHooks;
  readonly run?: FakeRun;
  readonly toolName?: string;
}

/** Takes one call of the tool through all stages. */
async function runCall(options: object, input: unknown = {}, setting: Setting = {}) {
  const { hooks, run = new FakeRun(hooks), toolName = 'act' } = setting;
  const tool = createTool({ id: 'act', description: '', ...options } as never);
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  const call = callOf(text, toolName);
  run.call = call;
  const job = new CallJob(call, ToolSet.ofAgent([{ name: 'tools', tools: { act: tool } }]), run);
  const ended = (await admitCall(job)) ?? (await performCall(job));
  if (ended !== undefined && 'type' in ended) settle(job, ended);
  else if (ended !== undefined) settleNotRun(job, ended);
  const told = call.outcome;
  return {
    run,
    call,
    result: told?.type === 'result' ? told.value : undefined,
    error: told?.type === 'error' ? told.error : undefined,
  };
}

/** A tool that keeps what it was run with. */
function counting(execute: (input: never) => unknown = (input) => input) {
  const inputs: unknown[] = [];
  return {
    inputs,
    execute: async (input: never) => {
      inputs.push(input);
      return execute(input);
    },
  };
}
const amount = z.object({ amount: z.coerce.number().min(1), note: z.string().default('-') });

describe('a call that goes well', () => {
  it('is recorded as started, then as ended, and announced last', async () => {
    const { run, result } = await runCall({ execute: async () => ({ ok: true }) }, { a: 1 });
    expect(result).toEqual({ ok: true });
    expect(run.records).toEqual([
      { type: 'call-started', id: 'c1', attempt: 1 },
      { type: 'call-ended', id: 'c1', outcome: { type: 'result', value: { ok: true } } },
    ]);
    expect(run.chunks).toEqual([
      {
        type: 'tool-result',
        payload: { toolCallId: 'c1', toolName: 'act', args: { a: 1 }, result: { ok: true } },
      },
    ]);
  });

  it('runs with what the schema made of the arguments, while chunks keep what the model wrote', async () => {
    const tool = counting();
    const { run, call } = await runCall({ ...tool, inputSchema: amount }, { amount: '5' });
    expect(tool.inputs).toEqual([{ amount: 5, note: '-' }]);
    expect(call.input).toEqual({ amount: 5, note: '-' });
    expect(run.chunks[0]?.payload).toMatchObject({ args: { amount: '5' } });
  });

  it.each(['', '  ', 'null'])('runs with {} for the argument text %j', async (text) => {
    const tool = counting();
    await runCall(tool, text);
    await runCall({ ...tool, inputSchema: z.object({}) }, text);
    expect(tool.inputs).toEqual([{}, {}]);
  });

  it('parses once, also where the schema transforms', async () => {
    let parses = 0;
    const length = z
      .string()
      .default('abc')
      .transform((text) => {
        parses++;
        return text.length;
      });
    const tool = counting();
    const hooks = { beforeToolCall: () => undefined, afterToolCall: () => undefined };
    await runCall({ ...tool, inputSchema: z.object({ n: length }) }, { n: 'four' }, { hooks });
    expect(tool.inputs).toEqual([{ n: 4 }]);
    expect(parses).toBe(1);
  });

  it('mends arguments that have one reading only', async () => {
    const tool = counting();
    const inputSchema = z.object({ args: z.array(z.string()), n: z.number().default(1) });
    await runCall({ ...tool, inputSchema }, { args: '["a.py"]', n: null });
    expect(tool.inputs).toEqual([{ args: ['a.py'], n: 1 }]);
    const { error } = await runCall({ ...tool, inputSchema }, { args: '[1' });
    expect(error).toMatchObject({ id: 'TOOL_INPUT_INVALID' });
  });

  it('waits for asynchronous schemas of input and output', async () => {
    const later = z.number().refine(async (n) => n > 0, 'must be positive');
    const tool = counting(({ n }: { n: number }) => n - 1);
    const options = { ...tool, inputSchema: z.object({ n: later }), outputSchema: later };
    expect((await runCall(options, { n: 2 })).result).toBe(1);
    expect((await runCall(options, { n: 0 })).error).toMatchObject({ id: 'TOOL_INPUT_INVALID' });
    expect((await runCall(options, { n: 1 })).error).toMatchObject({ id: 'TOOL_OUTPUT_INVALID' });
    expect(tool.inputs).toHaveLength(2);
  });

  it('is admitted without a promise when no stage has to be waited for', () => {
    const tool = createTool({
      id: 'act',
      description: '',
      inputSchema: amount,
      execute: async () => 1,
    });
    const set = ToolSet.ofAgent([{ name: 'tools', tools: { act: tool } }]);
    const admitted = (text: string, run: FakeRun) => admitCall(new CallJob(callOf(text), set, run));
    expect(admitted('{"amount":5}', new FakeRun())).toBeUndefined();
    expect(admitted('{"amount":0}', new FakeRun())).toMatchObject({ refused: expect.any(Error) });
    const hooked = new FakeRun({ beforeToolCall: () => undefined });
    expect(isPromiseLike(admitted('{"amount":5}', hooked) as Promise<undefined>)).toBe(true);
  });
});

describe('the stages of a call', () => {
  it('come in one order, each once', async () => {
    const passed: string[] = [];
    const note = <Value>(stage: string, value: Value): Value => {
      passed.push(stage);
      return value;
    };
    class NotingRun extends FakeRun {
      override readonly budget = { refusalOf: () => note('budget', undefined) };
      override record(event: RunEvent): void {
        super.record(note(event.type, event));
      }
      override readonly emit = (type: string): void => note(type, undefined);
    }
    const run = new NotingRun({
      beforeToolCall: () => note('beforeToolCall', undefined),
      afterToolCall: () => note('afterToolCall', undefined),
    });
    const noting = (stage: string) => z.number().transform((value) => note(stage, value));
    const tool = createTool({
      id: 'act',
      description: '',
      inputSchema: z.object({ n: noting('inputSchema') }),
      onInputAvailable: () => note('onInputAvailable', undefined),
      requestContextSchema: z.object({ limit: noting('requestContextSchema') }),
      execute: async ({ n }) => note('execute', n),
      outputSchema: noting('outputSchema'),
      onOutput: () => note('onOutput', undefined),
      toModelOutput: () => note('toModelOutput', { type: 'text', value: 'one' }),
      transform: { display: { output: () => note('transform', 'shown') } },
    });
    run.requestContext.set('limit', 5);
    run.call = callOf('{"n":1}');
    const tools = ToolSet.ofAgent([{ name: 'tools', tools: { act: tool } }]);
    const job = new CallJob(run.call, tools, run);
    expect(await admitCall(job)).toBeUndefined();
    await settle(job, (await performCall(job)) as CallOutcome);
    expect(passed).toEqual([
      'inputSchema',
      'onInputAvailable',
      'budget',
      'beforeToolCall',
      'requestContextSchema',
      'call-started',
      'execute',
      'outputSchema',
      'afterToolCall',
      'onOutput',
      'toModelOutput',
      'transform',
      'call-ended',
      'tool-result',
    ]);
  });

  const waitedFor: [string, object, ToolHooks][] = [
    ['a callback', { onInputAvailable: () => {} }, {}],
    ['a hook that would let it pass', {}, { beforeToolCall: () => undefined }],
    ['values of the request', { requestContextSchema: z.object({}) }, {}],
    ['a schema that takes its time', { inputSchema: z.object({}).refine(async () => true) }, {}],
  ];
  it.each(waitedFor)('are not passed without approval where %s is waited for', async (...given) => {
    const [, options, hooks] = given;
    const tool = counting();
    const { error } = await runCall({ ...tool, ...options, requireApproval: true }, {}, { hooks });
    expect(error).toMatchObject({ id: 'TOOL_APPROVAL_NOT_SUPPORTED' });
    expect(tool.inputs).toEqual([]);
  });

  it('ask for approval before the hook, and for the budget before that', async () => {
    let asked = 0;
    const run = new (class extends FakeRun {
      override readonly budget = { refusalOf: () => (asked === 0 ? undefined : spent) };
    })({
      beforeToolCall: () => {
        asked++;
        return { proceed: false, output: 'by the hook' };
      },
    });
    const spent = new Error('spent');
    const options = { ...counting(), requireApproval: true };
    expect((await runCall(options, {}, { run })).error).toMatchObject({
      id: 'TOOL_APPROVAL_NOT_SUPPORTED',
    });
    expect(asked).toBe(0);
    asked = 1;
    expect((await runCall(options, {}, { run })).error).toBe(spent);
    expect(asked).toBe(1);
  });
});

describe('a call that is refused before it runs', () => {
  const refusals: [string, object, unknown, string, RegExp][] = [
    [
      'text that is not JSON',
      {},
      '{"city":"Oslo",unit":"C"}',
      'TOOL_INPUT_NOT_JSON',
      /not valid JSON/,
    ],
    [
      'text that was cut off',
      {},
      '{"path":"a","content":"hel',
      'TOOL_INPUT_NOT_JSON',
      /was not run/,
    ],
    [
      'input that does not fit',
      { inputSchema: amount },
      { amount: 0 },
      'TOOL_INPUT_INVALID',
      /- amount: .*1/,
    ],
    [
      'a request that lacks something',
      { requestContextSchema: z.object({ tenant: z.string() }) },
      {},
      'TOOL_REQUEST_CONTEXT_INVALID',
      /tenant/,
    ],
    [
      'a tool that needs approval',
      { requireApproval: true },
      {},
      'TOOL_APPROVAL_NOT_SUPPORTED',
      /approval/,
    ],
    [
      'a tool whose function might not ask for approval',
      { requireApproval: () => false },
      {},
      'TOOL_APPROVAL_NOT_SUPPORTED',
      /approval/,
    ],
  ];

  it.each(refusals)('for %s', async (_, options, input, id, message) => {
    const tool = counting();
    const heard: unknown[] = [];
    const hooks: ToolHooks = {
      afterToolCall: () => void heard.push('after'),
      onToolRefused: (call) => void heard.push(call),
    };
    const { run, error } = await runCall({ ...tool, ...options }, input, { hooks });
    expect(error).toMatchObject({ id, message: expect.stringMatching(message) });
    expect(tool.inputs).toEqual([]);
    expect(run.records).toMatchObject([{ type: 'call-ended', outcome: { type: 'error' } }]);
    expect(run.chunks).toMatchObject([
      { type: 'tool-error', payload: { toolCallId: 'c1', error } },
    ]);
    expect(heard).toEqual([
      {
        toolName: 'act',
        toolCallId: 'c1',
        error,
        metadata: { agentId: 'agent', agentName: 'Agent' },
      },
    ]);
  });

  it('leaves args out of the chunk when they are no JSON', async () => {
    const { run } = await runCall(counting(), '{"a":');
    expect(run.chunks[0]?.payload).not.toHaveProperty('args');
  });

  it('asks neither hooks, callbacks nor a person about input that does not fit', async () => {
    const asked: string[] = [];
    const note = (name: string) => () => void asked.push(name);
    const hooks = { beforeToolCall: note('before'), afterToolCall: note('after') };
    const options = {
      inputSchema: amount,
      onInputAvailable: note('available'),
      onOutput: note('output'),
      requireApproval: () => {
        asked.push('approval');
        return true;
      },
      execute: async () => 1,
    };
    const { error } = await runCall(options, { amount: 0 }, { hooks });
    expect(error).toMatchObject({ id: 'TOOL_INPUT_INVALID' });
    expect(asked).toEqual([]);
  });

  it('does not tell the values of the input', async () => {
    const inputSchema = z.object({ token: z.string(), n: z.number() });
    const { error } = await runCall(
      { ...counting(), inputSchema },
      { token: 'S3CRET', n: 'S3CRET' },
    );
    expect(JSON.stringify([error, error?.message])).not.toContain('S3CRET');
  });

  it.each(['nope', 'constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'for %s, which no tool is named',
    async (toolName) => {
      const { error } = await runCall(counting(), {}, { toolName });
      expect(error).toMatchObject({ id: 'TOOL_NOT_FOUND', details: { toolName } });
      expect(error?.message).toContain('Known tools: act.');
    },
  );

  it('names the tool that was probably meant, and not more than fifty', async () => {
    expect((await runCall(counting(), {}, { toolName: 'acts' })).error?.message).toContain(
      'Did you mean act?',
    );
    const tools: Record<string, unknown> = {};
    for (let index = 0; index < 60; index++) {
      tools[`tool${index}`] = createTool({
        id: `t${index}`,
        description: '',
        execute: async () => 1,
      });
    }
    const set = ToolSet.ofAgent([{ name: 'tools', tools }]);
    const job = new CallJob(callOf('{}', 'nope'), set, new FakeRun());
    expect(admitCall(job)).toMatchObject({
      refused: { message: expect.stringContaining('tool49, and 10 more') },
    });
  });

  it('when the schema itself throws, at once or later', async () => {
    const tool = counting();
    const broken = (work: () => unknown) =>
      z.object({ a: z.string().refine(work as () => boolean, 'never') });
    const at = await runCall(
      {
        ...tool,
        inputSchema: broken(() => {
          throw new Error('broken schema');
        }),
      },
      { a: 'x' },
    );
    const later = await runCall(
      { ...tool, inputSchema: broken(() => Promise.reject(new Error('broken later'))) },
      { a: 'x' },
    );
    expect(at.error?.message).toContain('broken schema');
    expect(later.error?.message).toContain('broken later');
    expect(tool.inputs).toEqual([]);
  });
});

describe('a call that fails', () => {
  it.each<[string, unknown, string]>([
    ['an error', new Error('boom'), 'boom'],
    ['an error without words', new RangeError(), 'RangeError'],
    ['a text', 'boom', 'boom'],
    ['undefined', undefined, 'undefined was thrown.'],
    ['null', null, 'null was thrown.'],
    ['zero', 0, '0 was thrown.'],
    ['a symbol', Symbol('s'), 'Symbol(s) was thrown.'],
    ['an object without prototype', Object.create(null), 'An object was thrown'],
  ])('because it throws %s', async (_, thrown, message) => {
    const { run, error } = await runCall({
      execute: async () => {
        throw thrown;
      },
    });
    expect(error).toMatchObject({
      id: 'TOOL_EXECUTION_FAILED',
      message: expect.stringContaining(message),
      details: { toolName: 'act', toolCallId: 'c1' },
    });
    expect(run.chunks).toMatchObject([{ type: 'tool-error' }]);
    const sync = await runCall({
      execute: () => {
        throw thrown;
      },
    });
    expect(sync.error?.message).toBe(error?.message);
  });

  it('because its output does not fit, without telling its values', async () => {
    const outputs: unknown[] = [];
    const { error } = await runCall({
      outputSchema: z.object({ email: z.string() }),
      onOutput: (output: unknown) => void outputs.push(output),
      execute: async () => ({ mail: 'S3CRET' }),
    });
    expect(error).toMatchObject({
      id: 'TOOL_OUTPUT_INVALID',
      message: expect.stringContaining('- email:'),
    });
    expect(error?.message).not.toContain('S3CRET');
    expect(outputs).toEqual([]);
  });

  it('because it gives the ValidationError of an inner tool where an output is wanted', async () => {
    const inner = createTool({
      id: 'inner',
      description: '',
      inputSchema: amount,
      execute: async () => ({}),
    });
    const { error } = await runCall({
      outputSchema: z.object({}),
      execute: () => inner.execute({ amount: 0 }),
    });
    expect(error).toMatchObject({ id: 'TOOL_OUTPUT_INVALID' });
    expect(error?.message).toContain('Input validation failed for tool "inner"');
  });
});

describe('the result', () => {
  const resultOf = async (value: unknown) => (await runCall({ execute: async () => value })).result;

  it('is null for nothing, and every other value stays what it is', async () => {
    expect(await resultOf(undefined)).toBeNull();
    for (const value of [null, '', 0, false, [], {}]) expect(await resultOf(value)).toEqual(value);
  });

  it('is safe to be written as JSON', async () => {
    const cycle: Record<string, unknown> = { n: 1 };
    cycle.self = cycle;
    const value = {
      cycle,
      big: 9007199254740993n,
      date: new Date(0),
      work: () => 1,
      text: 'ok \ud83d',
    };
    expect(await resultOf(value)).toEqual({
      cycle: { n: 1, self: '[Circular]' },
      big: '9007199254740993',
      date: '1970-01-01T00:00:00.000Z',
      text: 'ok \ufffd',
    });
  });

  it('is what the outputSchema makes of it', async () => {
    const { result } = await runCall({
      outputSchema: z.object({ n: z.coerce.number() }),
      execute: async () => ({ n: '1', more: true }),
    });
    expect(result).toEqual({ n: 1 });
  });
});

describe('beforeToolCall', () => {
  const before = (decide: ToolHooks['beforeToolCall']): { hooks: ToolHooks } => ({
    hooks: { beforeToolCall: decide as NonNullable<typeof decide> },
  });

  it('is told of the call with parsed input, and lets it pass when it returns nothing', async () => {
    const told: unknown[] = [];
    const tool = counting();
    const { run } = await runCall(
      { ...tool, inputSchema: amount },
      { amount: '5' },
      before((call) => void told.push(call)),
    );
    expect(told).toEqual([
      {
        toolName: 'act',
        input: { amount: 5, note: '-' },
        context: expect.objectContaining({ runId: 'run', toolCallId: 'c1' }),
        metadata: { agentId: 'agent', agentName: 'Agent' },
      },
    ]);
    expect((told[0] as { context: { abortSignal: unknown } }).context.abortSignal).toBe(
      run.abortSignal,
    );
    expect(tool.inputs).toHaveLength(1);
  });

  it.each([undefined, null, {}, { proceed: true }, 'no', { input: undefined }])(
    'lets the call pass unchanged with %j',
    async (decision) => {
      const tool = counting();
      await runCall(
        tool,
        { a: 1 },
        before(async () => decision as never),
      );
      expect(tool.inputs).toEqual([{ a: 1 }]);
    },
  );

  it.each([
    [{ proceed: false, output: { cached: 1n } }, { cached: '1' }],
    [{ proceed: false }, null],
    [{ proceed: false, output: undefined }, null],
    [{ proceed: false, output: '', input: { b: 2 } }, ''],
  ])('answers in place of the tool: %o', async (decision, result) => {
    const tool = counting();
    const heard: string[] = [];
    const { run, ...ended } = await runCall(
      {
        ...tool,
        outputSchema: z.object({ strict: z.string() }),
        onOutput: () => void heard.push('output'),
      },
      {},
      {
        hooks: {
          beforeToolCall: () => decision,
          afterToolCall: () => void heard.push('after'),
          onToolRefused: () => void heard.push('refused'),
        },
      },
    );
    expect(ended.result).toEqual(result);
    expect(tool.inputs).toEqual([]);
    expect(heard).toEqual([]);
    expect(run.chunks).toMatchObject([{ type: 'tool-result', payload: { result } }]);
    expect(run.records).toMatchObject([{ type: 'call-ended' }]);
  });

  it('replaces the input, which is checked again', async () => {
    const tool = counting();
    const options = { ...tool, inputSchema: amount };
    await runCall(
      options,
      { amount: 50 },
      before(() => ({ input: { amount: '7' } })),
    );
    expect(tool.inputs).toEqual([{ amount: 7, note: '-' }]);
    const { error } = await runCall(
      options,
      { amount: 50 },
      before(() => ({ input: { amount: 0 } })),
    );
    expect(error).toMatchObject({ id: 'TOOL_INPUT_INVALID' });
    expect(tool.inputs).toHaveLength(1);
  });

  it('stops the call by throwing, at once or later', async () => {
    const tool = counting();
    const error = new Error('not on Sundays');
    const sync = await runCall(
      tool,
      {},
      before(() => {
        throw error;
      }),
    );
    const later = await runCall(
      tool,
      {},
      before(() => Promise.reject('no')),
    );
    expect(sync.error).toBe(error);
    expect(later.error?.message).toBe('no');
    expect(tool.inputs).toEqual([]);
  });

  it('may stop the run, and then the tool does not run', async () => {
    const tool = counting();
    const run = new FakeRun({ beforeToolCall: () => run.controller.abort() });
    await runCall(tool, {}, { run });
    expect(tool.inputs).toEqual([]);
    expect(run.records).toEqual([]);
  });
});

describe('afterToolCall', () => {
  const after = (hear: ToolHooks['afterToolCall']): { hooks: ToolHooks } => ({
    hooks: { afterToolCall: hear as NonNullable<typeof hear> },
  });

  it('is told of the output, once, as the schema made it', async () => {
    const told: object[] = [];
    await runCall(
      { outputSchema: z.object({ n: z.coerce.number() }), execute: async () => ({ n: '1' }) },
      { a: 1 },
      after((call) => void told.push(call)),
    );
    expect(told).toMatchObject([{ toolName: 'act', input: { a: 1 }, output: { n: 1 } }]);
    expect(told[0]).not.toHaveProperty('error');
  });

  it('is told what the tool threw, or why its output is refused', async () => {
    const told: { error?: Error }[] = [];
    const thrown = new Error('boom');
    const hear = after((call) => void told.push(call));
    await runCall({ execute: () => Promise.reject(thrown) }, {}, hear);
    await runCall(
      { outputSchema: z.object({ a: z.string() }), execute: async () => ({}) },
      {},
      hear,
    );
    expect(told[0]?.error).toBe(thrown);
    expect(told[1]?.error).toMatchObject({ id: 'TOOL_OUTPUT_INVALID' });
    for (const call of told) expect(call).not.toHaveProperty('output');
  });

  it('replaces the result, also of a call that failed, and that is checked again', async () => {
    const options = {
      outputSchema: z.object({ n: z.coerce.number() }),
      execute: async () => ({ n: 1 }),
    };
    const replaced = await runCall(
      options,
      {},
      after(async () => ({ output: { n: '2' } })),
    );
    expect(replaced.result).toEqual({ n: 2 });
    const refused = await runCall(
      options,
      {},
      after(() => ({ output: 'x' })),
    );
    expect(refused.error).toMatchObject({ id: 'TOOL_OUTPUT_INVALID' });
    const mended = await runCall(
      { execute: () => Promise.reject(new Error('boom')) },
      {},
      after(() => ({ output: 'default' })),
    );
    expect(mended.result).toBe('default');
  });

  it.each([undefined, null, {}, 'text'])('changes nothing by returning %j', async (answer) => {
    const { result } = await runCall(
      { execute: async () => 1 },
      {},
      after(() => answer as never),
    );
    expect(result).toBe(1);
  });

  it('changes nothing by throwing; that is logged', async () => {
    const throwing = after(() => {
      throw new Error('in the hook');
    });
    const { result, run } = await runCall({ execute: async () => 1 }, {}, throwing);
    expect(result).toBe(1);
    expect(run.errors).toEqual([expect.stringMatching(/afterToolCall.*"act".*in the hook/)]);
    const failed = await runCall(
      { execute: () => Promise.reject(new Error('boom')) },
      {},
      after(() => Promise.reject(new Error('in the hook'))),
    );
    expect(failed.error?.message).toBe('boom');
    expect(failed.run.errors).toHaveLength(1);
  });
});

describe('callbacks of the tool', () => {
  it('hear of valid input and of the JSON-safe output, in that order and once', async () => {
    const heard: unknown[] = [];
    const { run } = await runCall(
      {
        inputSchema: amount,
        onInputAvailable: (args: object) => void heard.push(args),
        onOutput: (args: object) => void heard.push(args),
        execute: async () => {
          heard.push('execute');
          return { big: 1n };
        },
      },
      { amount: '5' },
    );
    expect(heard).toEqual([
      {
        toolCallId: 'c1',
        input: { amount: 5, note: '-' },
        messages: [],
        abortSignal: run.abortSignal,
      },
      'execute',
      { toolCallId: 'c1', toolName: 'act', output: { big: '1' }, abortSignal: run.abortSignal },
    ]);
  });

  it('have copies: what they change is changed for nobody', async () => {
    const given: unknown[] = [];
    const spoil = (value: unknown) => {
      const { at, list } = value as { at?: Date; list: number[] };
      at?.setFullYear(1900);
      list.length = 0;
    };
    const { result } = await runCall(
      {
        inputSchema: z.object({ at: z.coerce.date(), list: z.array(z.number()) }),
        onInputAvailable: ({ input }: { input: unknown }) => spoil(input),
        onOutput: ({ output }: { output: unknown }) => spoil(output),
        execute: async (input: { at: Date; list: number[] }) => {
          given.push(input.at.getUTCFullYear(), ...input.list);
          return { list: [1, 2] };
        },
      },
      { at: '2026-05-05', list: [1] },
    );
    expect(given).toEqual([2026, 1]);
    expect(result).toEqual({ list: [1, 2] });
  });

  it('are waited for', async () => {
    const order: string[] = [];
    const slow = (name: string) => async () => {
      await Promise.resolve();
      await Promise.resolve();
      order.push(name);
    };
    const { run } = await runCall({
      onInputAvailable: slow('available'),
      onOutput: slow('output'),
      execute: slow('execute'),
    });
    expect(order).toEqual(['available', 'execute', 'output']);
    expect(run.chunks).toHaveLength(1);
  });

  it.each([
    [
      'at once',
      (name: string) => () => {
        throw new Error(name);
      },
    ],
    ['later', (name: string) => () => Promise.reject(new Error(name))],
  ])('change nothing by throwing %s', async (_, throwing) => {
    const { result, run } = await runCall({
      onInputAvailable: throwing('first'),
      onOutput: throwing('second'),
      execute: async () => 1,
    });
    expect(result).toBe(1);
    expect(run.errors).toEqual([
      expect.stringMatching(/onInputAvailable.*"act".*first/),
      expect.stringMatching(/onOutput.*"act".*second/),
    ]);
  });

  it('and onToolRefused change nothing by throwing either', async () => {
    const { error, run } = await runCall(counting(), '{', {
      hooks: { onToolRefused: () => Promise.reject(new Error('in the hook')) },
    });
    await Promise.resolve();
    expect(error).toMatchObject({ id: 'TOOL_INPUT_NOT_JSON' });
    expect(run.errors).toEqual([expect.stringContaining('onToolRefused')]);
  });
});

describe('requestContextSchema', () => {
  it('gives execute what the schema made, while the hook before saw the original', async () => {
    const run = new FakeRun({
      beforeToolCall: ({ context }) => void seen.push(context.requestContext.get('seats')),
      afterToolCall: ({ context }) => void seen.push(context.requestContext.get('seats')),
    });
    const seen: unknown[] = [];
    run.requestContext.set('seats', '3');
    await runCall(
      {
        requestContextSchema: z.object({ seats: z.coerce.number() }),
        execute: async (_: unknown, { requestContext }: { requestContext: RequestContext }) => {
          seen.push(requestContext.get('seats'));
          requestContext.set('by', 'tool');
        },
      },
      {},
      { run },
    );
    expect(seen).toEqual(['3', 3, 3]);
    expect(run.requestContext.all).toEqual({ seats: '3', by: 'tool' });
  });
});

describe('a run that is over', () => {
  /** A tool that waits until it is told what to do. */
  function waiting() {
    let release: (value: unknown) => void = () => {};
    let started = () => {};
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    const execute = () => {
      started();
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    return { running, execute, finish: (value: unknown) => release(value) };
  }

  it.each([
    ['gives its result', () => 1],
    ['fails', () => Promise.reject(new Error('late'))],
  ])('drops a tool that %s late', async (_, end) => {
    const heard: string[] = [];
    const tool = waiting();
    const run = new FakeRun({ afterToolCall: () => void heard.push('after') });
    const ending = runCall(
      { execute: tool.execute, onOutput: () => void heard.push('output') },
      {},
      { run },
    );
    await tool.running;
    run.isOver = true;
    tool.finish(end());
    const { call } = await ending;
    expect(call.outcome).toBeUndefined();
    expect(run.records).toMatchObject([{ type: 'call-started' }]);
    expect(run.chunks).toEqual([]);
    expect(heard).toEqual([]);
  });

  it('drops a result that is still being checked', async () => {
    const heard: string[] = [];
    const run = new FakeRun({ afterToolCall: () => void heard.push('after') });
    const outputSchema = z.number().refine(async () => {
      run.isOver = true;
      return true;
    });
    const { call } = await runCall({ outputSchema, execute: async () => 1 }, {}, { run });
    expect(call.outcome).toBeUndefined();
    expect(heard).toEqual([]);
  });

  it('starts no tool, and hears of no refusal', async () => {
    const heard: unknown[] = [];
    const tool = counting();
    const run = new FakeRun({ onToolRefused: (call) => void heard.push(call) });
    run.isOver = true;
    await runCall(tool, {}, { run });
    await runCall(tool, '{', { run });
    expect(tool.inputs).toEqual([]);
    expect([...run.records, ...run.chunks, ...heard]).toEqual([]);
  });

  it('keeps the first outcome of a call', async () => {
    const run = new FakeRun();
    run.call = callOf('{}');
    const job = new CallJob(run.call, new ToolSet(new Map()), run);
    settle(job, { type: 'result', value: 1 });
    settle(job, { type: 'result', value: 2 });
    expect(run.call.outcome).toEqual({ type: 'result', value: 1 });
    expect(run.chunks).toHaveLength(1);
  });
});

describe('the context of a call', () => {
  it('has every field, also when it is copied', async () => {
    const contexts: Record<string, unknown>[] = [];
    const { run } = await runCall({
      execute: async (_: unknown, context: object) => {
        contexts.push(context as never, { ...context });
      },
    });
    for (const context of contexts) {
      expect(context).toMatchObject({
        runId: 'run',
        toolCallId: 'c1',
        idempotencyKey: 'run:c1',
        messages: [],
        agent: { agentId: 'agent', toolCallId: 'c1', messages: [] },
        writer: expect.any(WritableStream),
      });
      expect(context.abortSignal).toBe(run.abortSignal);
      expect(context.requestContext).toBe(run.requestContext);
      expect(context).toHaveProperty('tenon', undefined);
      expect(context).toHaveProperty('mastra', undefined);
    }
    expect(contexts[0]?.writer).toBe(contexts[1]?.writer);
  });

  it('has a writer that names the call, also for an inner tool that is given the context', async () => {
    const inner = createTool({
      id: 'inner',
      description: '',
      execute: async (_, { writer }) => writer.write('inner'),
    });
    const { run } = await runCall({
      execute: async (_: unknown, context: never) => {
        const { writer } = context as { writer: { write(data: unknown): Promise<void> } };
        await writer.write('outer');
        await inner.execute({}, context);
        await inner.execute({}, { ...(context as object) });
      },
    });
    expect(run.chunks.slice(0, 3)).toEqual(
      ['outer', 'inner', 'inner'].map((output) => ({
        type: 'tool-output',
        payload: { toolCallId: 'c1', toolName: 'act', output },
      })),
    );
  });
});

describe('the journal of a call within limits', () => {
  const attempts = ({ records }: FakeRun) =>
    records.map((event) => (event.type === 'call-started' ? event.attempt : event.type));

  it('has each attempt with its number', async () => {
    let runs = 0;
    const { run, result } = await runCall({
      retry: { attempts: 2, delayMs: 0 },
      execute: () => {
        if (++runs < 3) throw new Error('down');
        return 'up';
      },
    });
    expect(attempts(run)).toEqual([1, 2, 3, 'call-ended']);
    expect(result).toBe('up');
  });

  it('has an attempt for a result that is handed out again', async () => {
    const execute = counting();
    const tool = {
      execute: execute.execute,
      cache: { ttlMs: 60_000 },
      mcp: { annotations: { readOnlyHint: true } },
    };
    const shared = createTool({ id: 'act', description: '', ...tool } as never);
    for (let time = 0; time < 2; time++) {
      const run = new FakeRun();
      const set = ToolSet.ofAgent([{ name: 'tools', tools: { act: shared } }]);
      const job = new CallJob(run.call, set, run);
      await admitCall(job);
      expect(await performCall(job)).toMatchObject({ type: 'result' });
      expect(attempts(run)).toEqual([1]);
    }
    expect(execute.inputs).toHaveLength(1);
  });

  it('has none for a call that the limits refuse, nor does afterToolCall hear of it', async () => {
    const seen: string[] = [];
    const hooks: ToolHooks = {
      afterToolCall: () => void seen.push('after'),
      onToolRefused: ({ error }) => void seen.push(error.message),
    };
    const key = () => {
      throw new Error('no key');
    };
    const { run, error } = await runCall(
      { rateLimit: { limit: 1, intervalMs: 5, key }, execute: () => 'never' },
      {},
      { hooks },
    );
    expect(attempts(run)).toEqual(['call-ended']);
    expect(error?.message).toBe('no key');
    expect(seen).toEqual(['no key']);
  });

  it('has none for a call whose run ended while it waited, and the call never runs', async () => {
    let end = () => {};
    const ran: unknown[] = [];
    const tool = createTool({
      id: 'act',
      description: '',
      concurrency: 1,
      execute: (input) => {
        ran.push(input);
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      },
    });
    const first = tool.execute({ n: 1 });
    const run = new FakeRun();
    const set = ToolSet.ofAgent([{ name: 'tools', tools: { act: tool } }]);
    const job = new CallJob(run.call, set, run);
    await admitCall(job);
    const waiting = performCall(job);
    run.isOver = true;
    await Promise.resolve();
    end();
    await first;
    expect(await waiting).toBeUndefined();
    expect(ran).toEqual([{ n: 1 }]);
    expect(run.records).toEqual([]);
  });

  it('has no further attempt once its run ended', async () => {
    const run = new FakeRun();
    const { execute, inputs } = counting(() => {
      run.isOver = true;
      throw new Error('down');
    });
    const asked: string[] = [];
    const retryIf = ({ message }: Error) => asked.push(message) > 0;
    await runCall({ retry: { attempts: 3, delayMs: 0, retryIf }, execute }, {}, { run });
    expect(asked).toEqual(['down']);
    expect(inputs).toHaveLength(1);
    expect(attempts(run)).toEqual([1]);
  });

  it('has none for a call that is stopped at the moment at which it may run', async () => {
    const run = new FakeRun();
    const key = () => {
      run.controller.abort();
      return '';
    };
    const { execute, inputs } = counting();
    await runCall({ concurrency: { limit: 1, key }, execute }, {}, { run });
    expect(inputs).toEqual([]);
    expect(run.records).toEqual([]);
  });
});

describe('the cache of a tool', () => {
  it.each<[string, unknown, object]>([
    ['does not match the outputSchema', { n: 'x' }, { outputSchema: z.object({ n: z.number() }) }],
    [
      'is a ValidationError',
      { error: true, message: 'x', validationErrors: { errors: [], fields: {} } },
      {},
    ],
  ])('does not keep a result that %s', async (_, value, more) => {
    const { execute, inputs } = counting(() => (inputs.length === 1 ? value : { n: 2 }));
    const tool = createTool({
      id: 'act',
      description: '',
      cache: { ttlMs: 60_000 },
      mcp: { annotations: { readOnlyHint: true } },
      ...more,
      execute,
    } as never);
    const outcomes: unknown[] = [];
    for (let time = 0; time < 2; time++) {
      const run = new FakeRun();
      const set = ToolSet.ofAgent([{ name: 'tools', tools: { act: tool } }]);
      const job = new CallJob(run.call, set, run);
      await admitCall(job);
      outcomes.push(await performCall(job));
    }
    expect(outcomes[1]).toEqual({ type: 'result', value: { n: 2 } });
  });
});
