import {
  breakStream,
  call,
  collect,
  errorPart,
  failWith,
  finish,
  raw,
  type Step,
  scriptedModel,
  text,
  toolCallsIn,
  toolResultsIn,
  waitFor,
} from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTool } from '../tools/index.ts';
import { Agent, type AgentConfig } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

function agentWith(steps: readonly Step[], config: Partial<AgentConfig> = {}) {
  return quietAgent(scriptedModel(steps), { instructions: '', tools: { write, read }, ...config });
}

const written: unknown[] = [];
const write = createTool({
  id: 'write',
  description: '',
  inputSchema: z.object({ path: z.string(), age: z.number().min(1).optional() }),
  execute: async (input) => {
    written.push(input);
    return 'written';
  },
});
const read = createTool({ id: 'read', description: '', execute: async (input) => input });

async function run(steps: readonly Step[], config: Partial<AgentConfig> = {}) {
  written.length = 0;
  const made = agentWith(steps, config);
  const stream = await made.agent.stream('?', { modelSettings: { maxRetries: 0 } });
  const chunks = await collect(stream.fullStream);
  const payloads = (type: string) =>
    chunks.flatMap((chunk) =>
      chunk.type === type && 'payload' in chunk ? [chunk.payload as Record<string, unknown>] : [],
    );
  return { ...made, stream, payloads, types: chunks.map(({ type }) => type) };
}

describe('a call that is refused', () => {
  it('for its name is an error that names the real ones, and the run goes on', async () => {
    const { payloads, model, stream } = await run([[call('wriet', { a: 1 }, { id: 'c' })], 'Oh.']);
    expect(payloads('tool-error')).toMatchObject([
      { toolCallId: 'c', toolName: 'wriet', args: { a: 1 }, error: { id: 'TOOL_NOT_FOUND' } },
    ]);
    const [result] = toolResultsIn(model.lastPrompt);
    expect(result).toMatchObject({ toolCallId: 'c', isError: true });
    expect(result?.value).toMatch(/"wriet".*Did you mean write.*write, read/);
    expect(await stream.text).toBe('Oh.');
  });

  it.each([
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
    'prototype',
    'then',
    '',
    ' ',
    'a'.repeat(300),
    '\ud83d',
    'wri te',
  ])('has any name: %j', async (name) => {
    const { payloads, model, stream } = await run([[call(name)], 'Oh.']);
    expect(payloads('tool-error')).toMatchObject([
      { toolName: name, error: { id: 'TOOL_NOT_FOUND' } },
    ]);
    expect(await stream.text).toBe('Oh.');
    for (const { toolName } of toolCallsIn(model.lastPrompt)) {
      expect(toolName).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    }
  });

  it('differs: for its arguments is a tool-error that names fields and expectations', async () => {
    const { payloads, model, types } = await run([
      [call('write', { path: 'S3CRET', age: 0 })],
      [call('write', { path: 'a', age: 1 })],
      'Done.',
    ]);
    expect(payloads('tool-error')).toMatchObject([{ error: { id: 'TOOL_INPUT_INVALID' } }]);
    expect(types.filter((type) => type === 'tool-result')).toHaveLength(1);
    const [refused] = toolResultsIn(model.lastPrompt);
    expect(refused?.value).toMatch(/age.*1/s);
    expect(refused?.value).not.toContain('S3CRET');
    expect(written).toEqual([{ path: 'a', age: 1 }]);
  });

  it.each([
    ['streamed', true],
    ['whole', false],
  ])('for text that is not JSON is not run, %s', async (_, streamed) => {
    const bad = '{"path":"a",age":"C"}';
    const { payloads, model, stream } = await run([
      [call('write', bad, { streamed, id: 'c' })],
      'Oh.',
    ]);
    expect(payloads('tool-call')[0]).not.toHaveProperty('args');
    expect(payloads('tool-error')).toMatchObject([{ error: { id: 'TOOL_INPUT_NOT_JSON' } }]);
    expect(toolCallsIn(model.lastPrompt)).toEqual([
      { toolCallId: 'c', toolName: 'write', input: {} },
    ]);
    expect(toolResultsIn(model.lastPrompt)[0]?.value).toContain('not valid JSON');
    expect(await stream.text).toBe('Oh.');
    expect(written).toEqual([]);
  });

  it.each(['length', 'content-filter'] as const)('for an answer cut off by %s', async (reason) => {
    for (const input of ['{"path":"notes.txt","content":"hel', '{"path":"a"}']) {
      const { payloads, stream, model } = await run([[call('write', input), finish(reason)]]);
      expect(payloads('tool-error')).toMatchObject([{ error: { id: 'TOOL_CALL_NOT_RUN' } }]);
      expect(await stream.finishReason).toBe(reason);
      expect((await stream.response).messages.at(-1)).toMatchObject({
        role: 'tool',
        content: [{ output: { type: 'error-text' } }],
      });
      expect(model.requests).toHaveLength(1);
      expect(written).toEqual([]);
    }
  });

  it('is not one with no arguments at all', async () => {
    for (const input of ['', '  ', 'null', '{}']) {
      for (const streamed of [true, false]) {
        const seen: unknown[] = [];
        const { payloads, model } = await run([[call('read', input, { streamed })], 'Done.'], {
          hooks: {
            beforeToolCall: (info) => {
              seen.push(info.input);
            },
          },
        });
        expect(payloads('tool-call')[0]?.args).toEqual({});
        expect(payloads('tool-result')[0]?.result).toEqual({});
        expect(toolCallsIn(model.lastPrompt)[0]?.input).toEqual({});
        expect(seen).toEqual([{}]);
      }
    }
  });
});

describe('a tool that fails', () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const unreadable = Object.defineProperty(new Error('x'), 'message', {
    get: () => {
      throw new Error('unreadable');
    },
  });
  it.each<[string, unknown]>([
    ['an error', new Error('boom')],
    ['a text', 'boom'],
    ['undefined', undefined],
    ['null', null],
    ['0', 0],
    ['a symbol', Symbol('s')],
    ['a big integer', 1n],
    ['an object without prototype', Object.create(null)],
    ['a function', () => {}],
    ['an error without message', new Error('')],
    ['an error with another message', Object.assign(new Error('a'), { message: 42 })],
    ['an error that cannot be read', unreadable],
    ['a revoked proxy', revoked.proxy],
  ])('by throwing %s gives one tool-error with a text, and the run goes on', async (_, thrown) => {
    const fails = createTool({
      id: 'fails',
      description: '',
      execute: () => {
        throw thrown;
      },
    });
    const hook = { beforeToolCall: () => Promise.reject(thrown) };
    const throwsInTool = { tools: { fails } };
    const throwsInHook = { tools: { fails: read }, hooks: hook };
    for (const config of [throwsInTool, throwsInHook]) {
      const { payloads, model, stream } = await run([[call('fails')], 'Done.'], config);
      expect(payloads('tool-error')).toHaveLength(1);
      expect(payloads('tool-error')[0]?.error).toBeInstanceOf(Error);
      const [result] = toolResultsIn(model.lastPrompt);
      expect(result?.isError).toBe(true);
      expect(result?.value).toMatch(/./);
      expect(await stream.text).toBe('Done.');
    }
  });

  it('keeps the words and the cause of its author’s error', async () => {
    const error = new TypeError('out of paper');
    const fails = createTool({ id: 'f', description: '', execute: () => Promise.reject(error) });
    const { payloads, model } = await run([[call('fails')], 'Done.'], { tools: { fails } });
    expect(payloads('tool-error')).toMatchObject([
      { error: { message: 'out of paper', id: 'TOOL_EXECUTION_FAILED', cause: error } },
    ]);
    expect(toolResultsIn(model.lastPrompt)[0]?.value).toBe('out of paper');
  });

  it('by output that does not match its schema gives an error, and onOutput is not called', async () => {
    const after: unknown[] = [];
    let outputs = 0;
    const person = createTool({
      id: 'p',
      description: '',
      outputSchema: z.object({ email: z.string() }),
      onOutput: () => {
        outputs++;
      },
      execute: async () => ({}) as never,
    });
    const { payloads, model, types } = await run([[call('person')], 'Done.'], {
      tools: { person },
      hooks: {
        afterToolCall: ({ error }) => {
          after.push(error?.message);
        },
      },
    });
    expect(types).not.toContain('tool-result');
    expect(payloads('tool-error')).toMatchObject([
      { error: { id: 'TOOL_OUTPUT_INVALID', message: expect.stringContaining('email') } },
    ]);
    expect(toolResultsIn(model.lastPrompt)[0]?.value).toContain('email');
    expect(after).toEqual([expect.stringContaining('email')]);
    expect(outputs).toBe(0);
  });
});

describe('a result that JSON cannot carry', () => {
  const cycle: Record<string, unknown> = { n: 1 };
  cycle.self = cycle;
  it.each<[string, unknown, unknown]>([
    ['undefined', undefined, null],
    ['null', null, null],
    ['an empty text', '', ''],
    ['zero', 0, 0],
    ['false', false, false],
    ['a cycle', cycle, { n: 1, self: '[Circular]' }],
    ['a big integer', { total: 9007199254740993n }, { total: '9007199254740993' }],
    ['half a character', 'ok \ud83d end', 'ok \ufffd end'],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a function', () => {}, null],
  ])('reaches stream and model in a form that it can: %s', async (_, result, safe) => {
    const give = createTool({ id: 'give', description: '', execute: async () => result });
    const { payloads, model } = await run([[call('give')], 'Done.'], { tools: { give } });
    expect(payloads('tool-result').map((payload) => payload.result)).toEqual([safe]);
    expect(toolResultsIn(model.lastPrompt)).toMatchObject([{ value: safe, isError: false }]);
    expect(JSON.parse(JSON.stringify(model.lastPrompt))).toEqual(model.lastPrompt);
  });

  it('stands once in each later prompt', async () => {
    const give = createTool({ id: 'give', description: '', execute: async () => 'MARK' });
    const steps: Step[] = [[call('give')], ...Array.from({ length: 4 }, () => [call('read')])];
    const { model } = await run([...steps.slice(0, 4), 'Done.'], { tools: { give, read } });
    for (const prompt of model.prompts.slice(1)) {
      expect(JSON.stringify(prompt).split('MARK')).toHaveLength(2);
    }
  });
});

describe('arguments that are JSON but more than a provider takes', () => {
  it.each([
    ['half a character', '{"path":"\\ud83d"}'],
    ['a number beyond all numbers', '{"path":1e999}'],
    ['a hundred thousand levels', `{"path":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('are sent back in a form that it takes: %s', async (_, input) => {
    for (const name of ['write', 'read']) {
      const { model, stream } = await run([[call(name, input)], 'Done.']);
      expect(await stream.text).toBe('Done.');
      const sent = JSON.stringify(model.lastPrompt);
      expect(JSON.parse(sent)).toEqual(model.lastPrompt);
      expect(sent).not.toMatch(/\\ud83d/);
    }
  });
});

describe('text with half a character', () => {
  it('is mended before it is sent again', async () => {
    const { model } = await run([['a \ud83d b', call('read')], 'Done.']);
    expect(JSON.stringify(model.lastPrompt)).not.toMatch(/\\ud83d/);
  });

  it('is put together when the pieces of a character come apart', async () => {
    const { model } = await run([
      [
        raw({ type: 'text-delta', id: 't', delta: 'a \ud83d' }),
        raw({ type: 'text-delta', id: 't', delta: '\ude00 b' }),
        call('read'),
      ],
      'Done.',
    ]);
    expect(JSON.stringify(model.lastPrompt)).toContain('a 😀 b');
  });
});

describe('a model that fails', () => {
  it('by its finish reason alone is a failure with a name', async () => {
    const { agent } = agentWith([[finish('error')]]);
    const failing = agent.generate('?', { modelSettings: { maxRetries: 0 } });
    await expect(failing).rejects.toMatchObject({ id: 'MODEL_ENDED_WITH_ERROR' });
  });

  it('after it has named a call closes that call with an error', async () => {
    const broken = [call('write', { path: 'a' }, { id: 'c' }), breakStream(new Error('cut'))];
    const { payloads, types } = await run([broken]);
    expect(payloads('tool-error')).toMatchObject([
      { toolCallId: 'c', error: { id: 'TOOL_CALL_NOT_RUN' } },
    ]);
    expect(types.indexOf('tool-error')).toBeLessThan(types.indexOf('step-finish'));
    expect(written).toEqual([]);
  });

  const error = new Error('quota');

  it.each<[string, Step, string[]]>([
    ['by rejecting', failWith(error), ['start', 'error', 'finish']],
    ['with an error first', errorPart(error), ['start', 'error', 'finish']],
    [
      'with an error after text',
      ['a', errorPart(error)],
      [
        'start',
        'step-start',
        'text-start',
        'text-delta',
        'text-end',
        'error',
        'step-finish',
        'finish',
      ],
    ],
    [
      'when the stream breaks',
      [raw({ type: 'text-start', id: 't' }), breakStream(error)],
      ['start', 'step-start', 'text-start', 'error', 'step-finish', 'finish'],
    ],
  ])('%s ends the run once, with its error', async (_, step, expected) => {
    const { types, payloads, stream, logged, model } = await run([step]);
    expect(types).toEqual(expected);
    expect(payloads('error')).toEqual([{ error }]);
    expect(payloads('finish')).toMatchObject([{ stepResult: { reason: 'error' } }]);
    await expect(stream.text).rejects.toBe(error);
    expect(stream.status).toBe('failed');
    expect(logged).toEqual([expect.stringContaining('quota')]);
    expect(model.openStreams).toBe(0);
  });

  it('with something that is no error ends the run with one', async () => {
    for (const thrown of ['quota', { message: 'quota' }, undefined, Object.create(null)]) {
      const { payloads, stream } = await run([errorPart(thrown)]);
      expect(payloads('error')[0]?.error).toBeInstanceOf(Error);
      await expect(stream.text).rejects.toBeInstanceOf(Error);
    }
  });

  it('by ending without a finish runs none of its calls', async () => {
    const { payloads, stream, model } = await run([[call('write', { path: 'a' }), breakStream()]]);
    expect(payloads('error')).toMatchObject([{ error: { id: 'MODEL_STREAM_ENDED_EARLY' } }]);
    await expect(stream.text).rejects.toMatchObject({ id: 'MODEL_STREAM_ENDED_EARLY' });
    expect(written).toEqual([]);
    expect(model.openStreams).toBe(0);
  });

  it('in a later step keeps what was done before', async () => {
    const seen: unknown[] = [];
    const { agent } = agentWith([[text('Let me.'), call('read', { n: 1 })], failWith(error)]);
    await expect(
      agent.generate('?', {
        modelSettings: { maxRetries: 0 },
        onFinish: ({ steps, text: said, toolResults }) => {
          seen.push(steps.length, said, toolResults.length);
        },
      }),
    ).rejects.toBe(error);
    expect(seen).toEqual([1, 'Let me.', 1]);
  });

  it('closes its calls in the history with an error', async () => {
    let messages: readonly unknown[] = [];
    const { agent } = agentWith([[call('write', { path: 'a' }), breakStream(error)]]);
    const stream = await agent.stream('?', {
      modelSettings: { maxRetries: 0 },
      onFinish: ({ response }) => {
        messages = response.messages;
      },
    });
    await stream.consumeStream({ onError: () => {} });
    expect(messages).toMatchObject([
      { role: 'assistant', content: [{ type: 'tool-call' }] },
      { role: 'tool', content: [{ output: { type: 'error-text' } }] },
    ]);
  });
});

describe('trying again', () => {
  const busy = (headers: object = { 'retry-after-ms': '1' }, statusCode = 503) =>
    Object.assign(new Error(`status ${statusCode}`), { statusCode, responseHeaders: headers });

  it('happens twice for failures that pass, and not for those that do not', async () => {
    const passing = agentWith([failWith(busy()), failWith(busy()), 'Hi.']);
    expect((await passing.agent.generate('?')).text).toBe('Hi.');
    const gone = agentWith([failWith(busy()), failWith(busy()), failWith(busy()), 'Hi.']);
    await expect(gone.agent.generate('?')).rejects.toThrow('status 503');
    const bad = agentWith([failWith(busy({}, 400)), 'Hi.']);
    await expect(bad.agent.generate('?')).rejects.toThrow('status 400');
    const unknown = agentWith([failWith(new Error('what')), 'Hi.']);
    await expect(unknown.agent.generate('?')).rejects.toThrow('what');
    expect([passing, gone, bad, unknown].map(({ model }) => model.requests.length)).toEqual([
      3, 3, 1, 1,
    ]);
  });

  it('happens as often as the call, then the agent, says', async () => {
    const fail = (count: number): Step[] => Array.from({ length: count }, () => failWith(busy()));
    const ofAgent = agentWith([...fail(4), 'Hi.'], { maxRetries: 4 });
    await ofAgent.agent.generate('?');
    const ofCall = agentWith([...fail(4), 'Hi.'], { maxRetries: 4 });
    await expect(
      ofCall.agent.generate('?', { modelSettings: { maxRetries: 1 } }),
    ).rejects.toThrow();
    expect([ofAgent, ofCall].map(({ model }) => model.requests.length)).toEqual([5, 2]);
  });

  it('happens after a failure that tells nothing of itself only where somebody says how often', async () => {
    const { agent, model } = agentWith([failWith(new Error('what')), 'Hi.']);
    expect((await agent.generate('?', { modelSettings: { maxRetries: 1 } })).text).toBe('Hi.');
    expect(model.requests).toHaveLength(2);
  });

  it('happens for an error that comes first in a stream, not after text', async () => {
    const first = agentWith([errorPart(busy()), 'Hi.']);
    expect(await (await first.agent.stream('?')).text).toBe('Hi.');
    const after = agentWith([['a', errorPart(busy())], 'Hi.']);
    await expect((await after.agent.stream('?')).text).rejects.toThrow('status 503');
    expect(after.model.requests).toHaveLength(1);
  });

  it('waits as long as the provider asks, or leaves it to the next model', async () => {
    const next = scriptedModel(['Next.']);
    const impatient = scriptedModel([failWith(busy({ 'retry-after': '3600' }))]);
    const { agent, logged } = agentWith([], { model: [{ model: impatient }, { model: next }] });
    expect((await agent.generate('?')).text).toBe('Next.');
    expect(impatient.requests).toHaveLength(1);
    expect(logged).toEqual([expect.stringContaining('status 503')]);
  });

  it('logs what kind of failure it was and no words of the provider, which may quote the prompt', async () => {
    const quoting = Object.assign(new RangeError('Refused: "S3CRET"'), { statusCode: 400 });
    for (const [failure, kind] of [
      [quoting, 'RangeError, status 400'],
      [new RangeError('S3CRET'), 'RangeError'],
    ] as const) {
      const { agent, logged } = agentWith([], {
        model: [{ model: scriptedModel([failWith(failure)]) }, { model: scriptedModel(['Next.']) }],
      });
      await agent.generate('?');
      expect(logged).toEqual([
        `Model scripted/scripted-model failed (${kind}); the next one is asked.`,
      ]);
    }
  });

  it('goes on to the next model, which then stays, and is named by its steps', async () => {
    const down = scriptedModel(() => {
      throw busy({}, 401);
    });
    const up = scriptedModel([[call('read')], 'Done.'], { modelId: 'up', version: 'v4' });
    const { agent } = agentWith([], {
      model: [
        { model: scriptedModel(['No.']), enabled: false },
        { model: down },
        { model: async () => up, modelSettings: { temperature: 0.5 } },
      ],
    });
    const { steps, text: said } = await agent.generate('?');
    expect(said).toBe('Done.');
    expect(steps.map(({ model }) => model.modelId)).toEqual(['up', 'up']);
    expect(down.requests).toHaveLength(1);
    expect(up.requests.map(({ temperature }) => temperature)).toEqual([0.5, 0.5]);
  });

  it('asks each model of a list as often as its entry says, and ends with the last error', async () => {
    const failing = (name: string) =>
      scriptedModel(() => {
        throw Object.assign(busy(), { message: name });
      });
    const [first, second] = [failing('first'), failing('second')];
    const { agent } = agentWith([], {
      model: [
        { model: first, maxRetries: 2 },
        { model: second, maxRetries: 1 },
      ],
    });
    await expect(agent.generate('?')).rejects.toThrow('second');
    expect([first, second].map(({ requests }) => requests.length)).toEqual([3, 2]);
  });

  it('asks a model of a list with what its entry says, over which the call wins', async () => {
    const model = scriptedModel(['Hi.']);
    const { agent } = agentWith([], {
      model: [
        {
          model,
          modelSettings: { temperature: 0.5, topP: 0.9 },
          providerOptions: { ours: { deep: true }, theirs: { deep: true } },
          headers: { 'x-a': 'entry', 'x-b': 'entry' },
        },
      ],
    });
    await agent.generate('?', {
      modelSettings: { temperature: 0, headers: { 'x-a': 'call' } },
      providerOptions: { ours: { deep: false } },
    });
    expect(model.requests[0]).toMatchObject({
      temperature: 0,
      topP: 0.9,
      providerOptions: { ours: { deep: false }, theirs: { deep: true } },
      headers: { 'x-a': 'call', 'x-b': 'entry' },
    });
  });

  it('does not begin again with another model once something was said', async () => {
    const next = scriptedModel(['Next.']);
    const breaking = scriptedModel([['a', breakStream(busy())]]);
    const { agent } = agentWith([], { model: [{ model: breaking }, { model: next }] });
    await expect((await agent.stream('?')).text).rejects.toThrow('status 503');
    expect(next.requests).toHaveLength(0);
  });
});

describe('what cannot be used', () => {
  it.each<[string, Partial<AgentConfig>]>([
    ['MODEL_PROVIDER_UNKNOWN', { model: 'nobody/gpt' }],
    ['MODEL_NAME_INVALID', { model: 'gpt' }],
    ['MODEL_INVALID', { model: {} as never }],
    ['MODEL_LIST_EMPTY', { model: [] }],
    ['MODEL_LIST_EMPTY', { model: [{ model: scriptedModel(['x']), enabled: false }] }],
    ['AGENT_OPTION_INVALID', { tools: { x: 1 as never } }],
  ])('rejects a call at once with %s', async (id, config) => {
    const { agent } = agentWith(['hi'], config);
    await expect(agent.generate('?')).rejects.toMatchObject({ id });
    await expect(agent.stream('?')).rejects.toMatchObject({ id });
  });

  it('as messages rejects too', async () => {
    const { agent, model } = agentWith(['hi']);
    for (const input of [42, [{ role: 'robot', content: 'x' }], [{}], undefined]) {
      await expect(agent.generate(input as never)).rejects.toMatchObject({
        id: 'AGENT_MESSAGES_INVALID',
      });
    }
    expect(model.requests).toHaveLength(0);
  });

  it('as an agent is said when it is made', () => {
    const make = (config: object) => () => new Agent(config as AgentConfig);
    const model = scriptedModel([]);
    expect(make({ name: '', model })).toThrow(
      expect.objectContaining({ id: 'AGENT_CONSTRUCTOR_ID_REQUIRED' }),
    );
    expect(make({ id: 'a' })).toThrow(
      expect.objectContaining({ id: 'AGENT_CONSTRUCTOR_MODEL_REQUIRED' }),
    );
    expect(make({ id: 'a', model, memory: {} })).toThrow(
      expect.objectContaining({ id: 'AGENT_OPTION_NOT_SUPPORTED' }),
    );
    expect(new Agent({ name: 'only name', model } as never).id).toBe('only name');
  });
});

describe('a model that hangs', () => {
  it('can be stopped at any place', async () => {
    const never = new Promise<void>(() => {});
    for (const step of [waitFor(never), ['a', waitFor(never)]] as Step[]) {
      const controller = new AbortController();
      const { agent, model } = agentWith([step]);
      const stream = await agent.stream('?', { abortSignal: controller.signal });
      setImmediate(() => controller.abort());
      expect(await stream.finishReason).toBe('aborted');
      expect(model.openStreams).toBe(0);
    }
  });
});

describe('a failed run', () => {
  const error = new Error('quota');
  const failing = () =>
    quietAgent(scriptedModel([failWith(error)], { provider: 'acme', modelId: 'large' }));

  it('is not logged by generate, which rejects', async () => {
    const { agent, logged } = failing();
    await expect(agent.generate('?')).rejects.toBe(error);
    expect(logged).toEqual([]);
  });

  it('is logged once by a stream, whose error nobody has to read, with agent and model', async () => {
    const { agent, logged } = failing();
    await (await agent.stream('?')).consumeStream({ onError: () => {} });
    expect(logged).toEqual(['Run of agent "helper" failed at model acme/large: Error: quota']);
  });

  it('is told to onError and not logged beside it', async () => {
    const { agent, logged } = failing();
    const heard: unknown[] = [];
    const stream = await agent.stream('?', { onError: (given) => void heard.push(given.error) });
    await expect(stream.text).rejects.toBe(error);
    expect(heard).toEqual([error]);
    expect(logged).toEqual([]);
  });

  it('is logged with the model that was asked last', async () => {
    const { agent, errors } = quietAgent(
      ['large', 'small'].map((modelId) => ({
        model: scriptedModel([failWith(error)], { provider: 'acme', modelId }),
        maxRetries: 0,
      })),
    );
    await (await agent.stream('?')).consumeStream({ onError: () => {} });
    expect(errors).toEqual([expect.stringContaining('at model acme/small: ')]);
  });

  it('is logged without a model when none failed', async () => {
    const { agent, logged } = quietAgent(scriptedModel(['hi']));
    const prepareStep = () => {
      throw error;
    };
    await (await agent.stream('?', { prepareStep })).consumeStream({ onError: () => {} });
    expect(logged).toEqual(['Run of agent "helper" failed: Error: quota']);
  });
});
