import {
  breakStream,
  call,
  failWith,
  type Step,
  scriptedModel,
  text,
  toolResultsIn,
  waitFor,
} from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ToolHooks } from '../calls/index.ts';
import type { AgentChunk } from '../chunks/index.ts';
import { createTool } from '../tools/index.ts';
import type { AgentConfig, RunOptions } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const double = createTool({
  id: 'double-tool',
  description: 'Doubles',
  inputSchema: z.object({ n: z.coerce.number() }),
  execute: async ({ n }) => ({ n: n * 2 }),
});
const aiSdkDouble = {
  description: 'Doubles',
  inputSchema: z.object({ n: z.coerce.number() }),
  execute: async ({ n }: { n: number }) => ({ n: n * 2 }),
};

function agentWith(steps: readonly Step[], config: Partial<AgentConfig> = {}) {
  return quietAgent(scriptedModel(steps), { instructions: '', tools: { double }, ...config });
}

const oneCall: readonly Step[] = [[call('double', { n: '5' }, { id: 'c' })], 'Done.'];

describe('the hooks of a call', () => {
  const sources: Record<string, { config?: Partial<AgentConfig>; options?: RunOptions }> = {
    'the tools of the agent': {},
    'a tools function': { config: { tools: async () => ({ double }) } },
    'a toolset': { config: { tools: {} }, options: { toolsets: { set: { double } } } },
    prepareStep: { config: { tools: {} }, options: { prepareStep: () => ({ tools: { double } }) } },
    'the AI SDK': { config: { tools: { double: aiSdkDouble } } },
  };

  it.each(Object.keys(sources))('run once each for a tool of %s', async (source) => {
    const { config = {}, options = {} } = sources[source] ?? {};
    for (const mode of ['generate', 'stream'] as const) {
      const seen: unknown[] = [];
      const hooks: ToolHooks = {
        beforeToolCall: ({ context, ...info }) => {
          seen.push(['before', info, context.toolCallId]);
        },
        afterToolCall: ({ context, ...info }) => {
          seen.push(['after', info, context.toolCallId]);
        },
      };
      const { agent } = agentWith(oneCall, { ...config, hooks });
      if (mode === 'generate') await agent.generate('?', options);
      else await (await agent.stream('?', options)).consumeStream();
      const metadata = { agentId: 'helper', agentName: 'Helper' };
      const info = { toolName: 'double', input: { n: 5 }, metadata };
      expect(seen).toEqual([
        ['before', info, 'c'],
        ['after', { ...info, output: { n: 10 } }, 'c'],
      ]);
    }
  });

  it('ask for a client tool, and may answer it', async () => {
    const seen: string[] = [];
    const pick = createTool({ id: 'pick', description: '', inputSchema: z.object({}) });
    const { agent, model } = agentWith([[call('pick')], 'Done.']);
    const { text } = await agent.generate('?', {
      clientTools: { pick },
      hooks: {
        beforeToolCall: ({ toolName }) => {
          seen.push(toolName);
          return { proceed: false, output: { picked: 1 } };
        },
        afterToolCall: () => {
          seen.push('after');
        },
      },
    });
    expect(text).toBe('Done.');
    expect(seen).toEqual(['pick']);
    expect(toolResultsIn(model.lastPrompt)).toMatchObject([{ value: { picked: 1 } }]);
  });

  it('cannot replace the input of a tool that the client runs, which is told to the logger', async () => {
    const pick = createTool({ id: 'pick', description: '', inputSchema: z.object({}) });
    const { agent, warnings } = agentWith([[call('pick')]]);
    const { finishReason } = await agent.generate('?', {
      clientTools: { pick },
      hooks: { beforeToolCall: () => ({ input: {} }) },
    });
    expect(finishReason).toBe('tool-calls');
    expect(warnings).toEqual([expect.stringContaining('"pick", which the client runs')]);
  });

  it('see what the schema made of the input, as the callbacks of the tool and execute do', async () => {
    const seen: unknown[] = [];
    const see = (name: string) => (info: { input?: unknown }) => {
      seen.push([name, info.input]);
    };
    const tool = createTool({
      id: 'x',
      description: '',
      inputSchema: z.object({ n: z.coerce.number() }),
      onInputAvailable: see('available'),
      onOutput: ({ output }) => void seen.push(['output', output]),
      execute: async (input) => {
        seen.push(['execute', input]);
        return input.n;
      },
    });
    const { agent } = agentWith(oneCall, {
      tools: { double: tool },
      hooks: { beforeToolCall: see('before'), afterToolCall: see('after') },
    });
    await agent.generate('?');
    expect(seen).toEqual([
      ['available', { n: 5 }],
      ['before', { n: 5 }],
      ['execute', { n: 5 }],
      ['after', { n: 5 }],
      ['output', 5],
    ]);
  });

  it('see a list that the model wrote as a text, when there is one reading', async () => {
    const seen: unknown[] = [];
    const args = z.object({ args: z.array(z.string()) });
    const spawn = createTool({
      id: 'spawn',
      description: '',
      inputSchema: args,
      execute: async (input) => input,
    });
    const { agent } = agentWith(
      [[call('spawn', { args: '["a.py"]' }), call('spawn', { args: '[1' })], 'Done.'],
      { tools: { spawn } },
    );
    const { toolResults } = await agent.generate('?', {
      hooks: { beforeToolCall: ({ input }) => void seen.push(input) },
    });
    expect(toolResults.map(({ payload }) => payload.result)).toEqual([{ args: ['a.py'] }]);
    expect(seen).toEqual([{ args: ['a.py'] }]);
  });

  it('of the call take the place of the agent’s, each by its name', async () => {
    const seen: string[] = [];
    const note = (name: string) => () => {
      seen.push(name);
    };
    const { agent } = agentWith(oneCall, {
      hooks: { beforeToolCall: note('agent before'), afterToolCall: note('agent after') },
      defaultOptions: { hooks: { afterToolCall: note('default after') } },
    });
    await agent.generate('?', { hooks: { beforeToolCall: note('call before') } });
    expect(seen).toEqual(['call before', 'default after']);
  });

  it('may be methods of a class, wherever they are given', async () => {
    class Audit implements ToolHooks {
      readonly seen: string[] = [];
      readonly #name: string;
      constructor(name: string) {
        this.#name = name;
      }
      beforeToolCall() {
        this.seen.push(`${this.#name} before`);
      }
      afterToolCall() {
        this.seen.push(`${this.#name} after`);
      }
      onToolRefused() {
        this.seen.push(`${this.#name} refused`);
      }
    }
    const steps: readonly Step[] = [[call('double', { n: 1 }), call('nope')], 'Done.'];
    const heard = ['refused', 'before', 'after'];
    for (const place of ['agent', 'defaults', 'call'] as const) {
      const audit = new Audit(place);
      const { agent } = agentWith(steps, {
        hooks: place === 'agent' ? audit : { afterToolCall: () => {} },
        ...(place === 'defaults' && { defaultOptions: { hooks: audit } }),
      });
      const given = place === 'call' ? audit : place === 'agent' ? {} : undefined;
      await agent.generate('?', { ...(given && { hooks: given }) });
      expect(audit.seen).toEqual(heard.map((what) => `${place} ${what}`));
    }
  });

  it('may block, replace the input, and replace the output', async () => {
    const run = async (hooks: ToolHooks) => {
      const { agent } = agentWith(oneCall);
      return (await agent.generate('?', { hooks })).toolResults[0]?.payload.result;
    };
    expect(await run({ beforeToolCall: () => ({ proceed: false }) })).toBeNull();
    expect(await run({ beforeToolCall: () => ({ proceed: false, output: 'no' }) })).toBe('no');
    expect(await run({ beforeToolCall: () => ({ input: { n: '7' } }) })).toEqual({ n: 14 });
    expect(await run({ afterToolCall: () => ({ output: 'other' }) })).toBe('other');
  });

  it('that throw: before, the tool does not run; after, nothing changes', async () => {
    let runs = 0;
    const count = createTool({ id: 'c', description: '', execute: async () => ++runs });
    const before = agentWith(oneCall, { tools: { double: count } });
    const refused: unknown[] = [];
    await before.agent.generate('?', {
      hooks: {
        beforeToolCall: () => Promise.reject(new Error('not today')),
        onToolRefused: ({ toolName, toolCallId, error }) => {
          refused.push([toolName, toolCallId, error.message]);
        },
      },
    });
    expect(runs).toBe(0);
    expect(refused).toEqual([['double', 'c', 'not today']]);
    expect(toolResultsIn(before.model.lastPrompt)).toMatchObject([
      { isError: true, value: 'not today' },
    ]);

    const after = agentWith(oneCall);
    const output = await after.agent.generate('?', {
      hooks: { afterToolCall: () => Promise.reject(new Error('oh')) },
    });
    expect(output.toolResults).toHaveLength(1);
    expect(after.errors).toEqual([expect.stringContaining('oh')]);
  });

  it('hear the error of a tool that failed, and nothing of calls that were refused', async () => {
    const seen: unknown[][] = [];
    const fails = createTool({
      id: 'f',
      description: '',
      execute: () => {
        throw new Error('broken');
      },
    });
    const { agent } = agentWith(
      [[call('fails'), call('nope'), call('double', { n: 'x' }), call('double', '{"n"')], 'Done.'],
      { tools: { fails, double } },
    );
    await agent.generate('?', {
      hooks: {
        beforeToolCall: ({ toolName }) => {
          seen.push(['before', toolName]);
        },
        afterToolCall: (info) => {
          seen.push(['after', info.toolName, info.error?.message, 'output' in info]);
        },
        onToolRefused: ({ toolName }) => {
          seen.push(['refused', toolName]);
        },
      },
    });
    expect(seen).toHaveLength(5);
    expect(seen).toContainEqual(['before', 'fails']);
    expect(seen).toContainEqual(['after', 'fails', 'broken', false]);
    expect(seen.filter(([what]) => what === 'refused')).toHaveLength(3);
  });

  it('of parallel calls run side by side', async () => {
    let inside = 0;
    let both = () => {};
    const met = new Promise<void>((resolve) => {
      both = resolve;
    });
    const { agent } = agentWith([[call('double', { n: 1 }), call('double', { n: 2 })], 'Done.']);
    await agent.generate('?', {
      hooks: {
        beforeToolCall: async () => {
          if (++inside === 2) both();
          await met;
        },
      },
    });
    expect(inside).toBe(2);
  });
});

describe('the callbacks of a run', () => {
  const never = new Promise<void>(() => {});
  const outcomes: Record<string, { steps: readonly Step[]; stop?: boolean; calls: string[] }> = {
    success: { steps: oneCall, calls: ['onStepFinish', 'onStepFinish', 'onFinish stop'] },
    'an error at once': {
      steps: [failWith(new Error('no'))],
      calls: ['onError', 'onFinish error'],
    },
    'an error after text': {
      steps: [['a', breakStream(new Error('no'))]],
      calls: ['onError', 'onFinish error'],
    },
    'an error in a later step': {
      steps: [oneCall[0] as Step, failWith(new Error('no'))],
      calls: ['onStepFinish', 'onError', 'onFinish error'],
    },
    'a stop': {
      steps: [['a', waitFor(never)]],
      stop: true,
      calls: ['onAbort', 'onFinish aborted'],
    },
  };

  it.each(Object.keys(outcomes))('are each called once: %s', async (name) => {
    const { steps, stop, calls } = outcomes[name] as (typeof outcomes)[string];
    for (const isThrowing of [false, true]) {
      const seen: string[] = [];
      const chunks: AgentChunk[] = [];
      const note = (text: string): void => {
        seen.push(text);
        if (isThrowing) throw new Error('a callback');
      };
      const controller = new AbortController();
      const { agent } = agentWith(steps);
      const stream = await agent.stream('?', {
        abortSignal: controller.signal,
        modelSettings: { maxRetries: 0 },
        onChunk: (chunk) => {
          chunks.push(chunk);
          if (stop && chunk.type === 'text-delta') controller.abort();
          if (isThrowing) throw new Error('a callback');
        },
        onStepFinish: async () => note('onStepFinish'),
        onError: () => note('onError'),
        onAbort: async () => note('onAbort'),
        onFinish: ({ finishReason }) => note(`onFinish ${finishReason}`),
      });
      await stream.consumeStream({ onError: () => {} });
      expect(seen).toEqual(calls);
      const read: AgentChunk[] = [];
      for await (const chunk of stream.fullStream) read.push(chunk);
      expect(read).toEqual(chunks);
      expect(chunks.at(-1)?.type).toBe('finish');
    }
  });

  it('are told what they ask for', async () => {
    const { agent } = agentWith([[text('Let me. '), call('double', { n: 1 })], 'Done.']);
    const steps: unknown[] = [];
    let finished: unknown;
    const output = await agent.generate('?', {
      runId: 'r',
      onStepFinish: (step) => {
        steps.push(step);
      },
      onFinish: (result) => {
        finished = result;
      },
    });
    expect(steps).toMatchObject([
      { runId: 'r', text: 'Let me. ', stepType: 'initial', finishReason: 'tool-calls' },
      { runId: 'r', text: 'Done.', stepType: 'tool-result', finishReason: 'stop' },
    ]);
    expect(finished).toEqual(output);
    expect(finished).toMatchObject({ runId: 'r', text: 'Let me. Done.', finishReason: 'stop' });
  });

  it('onAbort hears of the steps and the text so far', async () => {
    const controller = new AbortController();
    const { agent } = agentWith([oneCall[0] as Step, ['so far', waitFor(never)]]);
    let heard: { steps: readonly unknown[]; text: string } | undefined;
    const stream = await agent.stream('?', {
      abortSignal: controller.signal,
      onChunk: ({ type }) => {
        if (type === 'text-delta') controller.abort();
      },
      onAbort: (given) => {
        heard = given;
      },
    });
    await stream.consumeStream();
    expect(heard?.text).toBe('so far');
    expect(heard?.steps).toHaveLength(2);
  });

  it('onFinish and onError hear of what the run failed with', async () => {
    const error = new Error('quota');
    const heard: unknown[] = [];
    const { agent, errors } = agentWith([failWith(error)]);
    await expect(
      agent.generate('?', {
        onError: (given) => void heard.push(given.error),
        onFinish: (given) => void heard.push(given.error),
      }),
    ).rejects.toBe(error);
    expect(heard).toEqual([error, error]);
    expect(errors).toEqual([]);
  });

  it('are awaited, so that the result comes after onFinish', async () => {
    const order: string[] = [];
    const { agent } = agentWith(['hi']);
    await agent.generate('?', {
      onFinish: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        order.push('onFinish');
      },
    });
    order.push('result');
    expect(order).toEqual(['onFinish', 'result']);
  });

  it('of a tool that throw change nothing', async () => {
    const run = async (isThrowing: boolean) => {
      const fail = () => {
        if (isThrowing) throw new Error('a callback');
      };
      const failLater = async () => fail();
      const loud = createTool({
        id: 'loud',
        description: '',
        onInputStart: fail,
        onInputDelta: failLater,
        onInputAvailable: failLater,
        onOutput: fail,
        execute: async () => 1,
      });
      const { agent } = agentWith([[call('loud', { a: 1 }, { pieces: 3 })], 'Done.'], {
        tools: { loud },
      });
      const stream = await agent.stream('?', { runId: 'r' });
      await stream.consumeStream();
      const chunks: unknown[] = [];
      for await (const chunk of stream.fullStream) {
        chunks.push(chunk.type === 'step-start' ? chunk.type : chunk);
      }
      return chunks;
    };
    expect(await run(true)).toEqual(await run(false));
  });

  it('of a tool are told of each moment before the stream is, and are waited for', async () => {
    const order: unknown[] = [];
    const told: Record<string, object> = {};
    const slow = (name: string) => async (args: object) => {
      await new Promise(setImmediate);
      told[name] ??= args;
      order.push(name);
    };
    const tool = createTool({
      id: 'slow-tool',
      description: '',
      inputSchema: z.object({ a: z.number() }),
      onInputStart: slow('onInputStart'),
      onInputDelta: slow('onInputDelta'),
      onInputAvailable: slow('onInputAvailable'),
      onOutput: slow('onOutput'),
      execute: async () => {
        order.push('execute');
        return 1;
      },
    });
    const pieces = ['{"a"', '', ':1}'];
    const { agent } = agentWith([[call('slow', '{"a":1}', { id: 'c', pieces })], 'Done.'], {
      tools: { slow: tool },
      hooks: {
        beforeToolCall: () => void order.push('before'),
        afterToolCall: () => void order.push('after'),
      },
    });
    const stream = await agent.stream('?', {
      onChunk: ({ type }) => {
        if (type.startsWith('tool-')) order.push(type);
      },
    });
    await stream.consumeStream();
    expect(order).toEqual([
      'onInputStart',
      'tool-call-input-streaming-start',
      'onInputDelta',
      'tool-call-delta',
      'onInputDelta',
      'tool-call-delta',
      'tool-call-input-streaming-end',
      'tool-call',
      'onInputAvailable',
      'before',
      'execute',
      'after',
      'onOutput',
      'tool-result',
    ]);
    const common = { toolCallId: 'c', abortSignal: expect.any(AbortSignal) };
    const messages = [{ role: 'user', content: [{ type: 'text', text: '?' }] }];
    expect(told).toEqual({
      onInputStart: { ...common, messages },
      onInputDelta: { ...common, messages, inputTextDelta: '{"a"', partialInput: { a: 1 } },
      onInputAvailable: { ...common, messages, input: { a: 1 } },
      onOutput: { ...common, toolName: 'slow', output: 1 },
    });
  });

  it('of a tool hear of its input while it is written', async () => {
    const seen: unknown[] = [];
    const slow = createTool({
      id: 'slow',
      description: '',
      onInputStart: ({ toolCallId, messages }) => {
        seen.push(['start', toolCallId, messages.length]);
      },
      onInputDelta: ({ inputTextDelta }) => {
        seen.push(['delta', inputTextDelta]);
      },
      onInputAvailable: ({ input }) => {
        seen.push(['available', input]);
      },
      execute: async () => 1,
    });
    const { agent } = agentWith(
      [[call('slow', '{"a":1}', { id: 'c', pieces: ['{"a"', ':1}'] })], 'Done.'],
      { tools: { slow } },
    );
    await (await agent.stream('?')).consumeStream();
    expect(seen).toEqual([
      ['start', 'c', 1],
      ['delta', '{"a"'],
      ['delta', ':1}'],
      ['available', { a: 1 }],
    ]);
  });
});
