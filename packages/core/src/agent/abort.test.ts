import { getEventListeners } from 'node:events';
import {
  call,
  collect,
  failWith,
  raw,
  type Step,
  scriptedModel,
  text,
  toolResultsIn,
  waitFor,
} from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FullOutput } from '../loop/index.ts';
import { createTool } from '../tools/index.ts';
import type { Agent, AgentConfig, RunOptions } from './index.ts';
import { event, never, nextTurn } from './testing/event.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const agentWith = (model: AgentConfig['model'], config: Partial<AgentConfig> = {}) =>
  quietAgent(model, config).agent;

/** A model that does not know what a signal is. */
function deaf(steps: readonly Step[]): AgentConfig['model'] {
  const model = scriptedModel(steps);
  type Options = Parameters<typeof model.doStream>[0];
  const without = ({ abortSignal: _, ...options }: Options): Options => options;
  return {
    specificationVersion: 'v3',
    provider: 'deaf',
    modelId: 'deaf',
    doGenerate: (options: Options) => model.doGenerate(without(options)),
    doStream: (options: Options) => model.doStream(without(options)),
  };
}

const modes = ['generate', 'stream'] as const;
type Mode = (typeof modes)[number];

/** Runs an agent that is stopped on its way, and looks at what every such run has in common. */
async function stopped(
  agent: Agent,
  mode: Mode,
  controller: AbortController,
  more: RunOptions = {},
): Promise<{ output: FullOutput; types: string[] }> {
  const types: string[] = [];
  const calls: string[] = [];
  const options: RunOptions = {
    ...more,
    abortSignal: controller.signal,
    onChunk: (chunk) => {
      types.push(chunk.type);
      return more.onChunk?.(chunk);
    },
    onAbort: (given) => {
      calls.push('onAbort');
      return more.onAbort?.(given);
    },
    onError: () => {
      calls.push('onError');
    },
    onFinish: ({ finishReason }) => {
      calls.push(`onFinish ${finishReason}`);
    },
  };
  const output =
    mode === 'generate'
      ? await agent.generate('?', options)
      : await (await agent.stream('?', options)).getFullOutput();
  expect(output).toMatchObject({ finishReason: 'aborted', error: undefined });
  expect(calls).toEqual(['onAbort', 'onFinish aborted']);
  expect(types.slice(-2)).toEqual(['abort', 'finish']);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  const count = types.length;
  await nextTurn();
  expect(types).toHaveLength(count);
  return { output, types };
}

describe.each(modes)('a run that is stopped (%s)', (mode) => {
  it('before it starts asks no model', async () => {
    const model = scriptedModel(['hi']);
    const controller = new AbortController();
    controller.abort();
    const { types } = await stopped(agentWith(model), mode, controller);
    expect(types).toEqual(['start', 'abort', 'finish']);
    expect(model.requests).toHaveLength(0);
  });

  const lookups = {
    tools: (wait) => ({ tools: wait }),
    instructions: (wait) => ({ instructions: wait }),
    model: (wait) => ({ model: wait }),
    'a model of a list': (wait) => ({ model: [{ model: wait }] }),
    defaultOptions: (wait) => ({ defaultOptions: wait }),
    requestContextSchema: (wait) => ({
      requestContextSchema: z.object({}).refine(wait),
    }),
  } satisfies Record<string, (wait: () => Promise<never>) => Partial<AgentConfig>>;

  it.each(Object.entries(lookups))('while %s hangs asks no model', async (_, configWith) => {
    const controller = new AbortController();
    const model = scriptedModel(['hi']);
    const config = configWith(async () => {
      setImmediate(() => controller.abort());
      return never;
    });
    const { output, types } = await stopped(agentWith(model, config), mode, controller);
    expect(types).toEqual(['start', 'abort', 'finish']);
    expect(output.steps).toEqual([]);
    expect(model.requests).toHaveLength(0);
  });

  it('while its tools are looked up, which fails for that or later', async () => {
    for (const isLate of [false, true]) {
      const controller = new AbortController();
      const release = event();
      const tools = async () => {
        setImmediate(() => controller.abort());
        await new Promise((resolve) => {
          controller.signal.addEventListener('abort', resolve, { once: true });
        });
        if (isLate) await release.happened;
        throw new Error('The directory of tools was closed.');
      };
      await stopped(agentWith(scriptedModel(['hi']), { tools }), mode, controller, {
        onAbort: async () => {
          release.happen();
          await nextTurn();
        },
      });
    }
  });

  it('before it starts looks nothing up', async () => {
    const controller = new AbortController();
    controller.abort();
    let lookedUp = 0;
    const count = () => {
      lookedUp++;
      return {};
    };
    const agent = agentWith(scriptedModel(['hi']), { tools: count, defaultOptions: count });
    await stopped(agent, mode, controller);
    expect(lookedUp).toBe(0);
  });

  it('hears the signal of its default options too', async () => {
    const controller = new AbortController();
    const tools = async () => {
      setImmediate(() => controller.abort());
      return never;
    };
    const agent = agentWith(scriptedModel(['hi']), {
      tools,
      defaultOptions: async () => ({ abortSignal: controller.signal }),
    });
    const output =
      mode === 'generate'
        ? await agent.generate('?')
        : await (await agent.stream('?')).getFullOutput();
    expect(output.finishReason).toBe('aborted');
  });

  it('while a model is asked that ignores the signal', async () => {
    const asked = event();
    const model = deaf([
      () => {
        asked.happen();
        return never;
      },
    ]);
    const controller = new AbortController();
    void asked.happened.then(() => controller.abort());
    const { output } = await stopped(agentWith(model), mode, controller);
    expect(output.steps).toEqual([]);
  });

  it('while a model is asked that rejects with the reason', async () => {
    const asked = event();
    const model = scriptedModel([
      () => {
        asked.happen();
        return waitFor(never);
      },
    ]);
    const controller = new AbortController();
    void asked.happened.then(() => controller.abort(new Error('enough')));
    await stopped(agentWith(model), mode, controller);
    expect(model.openStreams).toBe(0);
  });

  it('while a tool runs that ignores the signal: what it gives later is dropped', async () => {
    const started = event();
    const release = event();
    const ended = event();
    const heard: string[] = [];
    const slow = createTool({
      id: 'slow',
      description: '',
      execute: async (_, { abortSignal, writer }) => {
        abortSignal.addEventListener('abort', () => heard.push('signal'));
        started.happen();
        await release.happened;
        await writer.write('late');
        await writer.custom({ type: 'data-late', data: 1 });
        ended.happen();
        return 'late';
      },
    });
    const fast = createTool({ id: 'fast', description: '', execute: async () => 'fast' });
    const model = scriptedModel([[call('slow'), call('fast')], 'No.']);
    const controller = new AbortController();
    const { output, types } = await stopped(
      agentWith(model, { tools: { slow, fast } }),
      mode,
      controller,
      {
        onChunk: async ({ type }) => {
          if (type !== 'tool-result') return;
          await started.happened;
          controller.abort();
        },
        onAbort: async () => {
          release.happen();
          await ended.happened;
          await nextTurn();
        },
      },
    );
    expect(heard).toEqual(['signal']);
    expect(types.filter((type) => /result|error|output|data/.test(type))).toEqual(['tool-result']);
    expect(output.toolResults).toHaveLength(1);
    expect(output.response.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: [
        { toolName: 'slow', output: { type: 'error-text', value: expect.stringMatching(/abort/) } },
        { toolName: 'fast', output: { type: 'text', value: 'fast' } },
      ],
    });
    expect(model.requests).toHaveLength(1);
  });

  it('while a tool runs that rejects because of it: the history says aborted', async () => {
    const controller = new AbortController();
    const polite = createTool({
      id: 'polite',
      description: '',
      execute: (_, { abortSignal }) =>
        new Promise((_, reject) => {
          abortSignal.addEventListener('abort', () => reject(new Error('my own words')));
          setImmediate(() => controller.abort());
        }),
    });
    const after: unknown[] = [];
    const { output, types } = await stopped(
      agentWith(scriptedModel([[call('polite')]]), { tools: { polite } }),
      mode,
      controller,
      { hooks: { afterToolCall: (info) => void after.push(info.error?.message) } },
    );
    expect(types).not.toContain('tool-error');
    expect(output.content.at(-1)).toMatchObject({
      output: { value: expect.stringMatching(/was aborted/) },
    });
  });

  it('with calls that wait for their turn begins none of them', async () => {
    const controller = new AbortController();
    const begun: unknown[] = [];
    const take = createTool({
      id: 'take',
      description: '',
      execute: (input, { abortSignal }) => {
        begun.push(input);
        return new Promise((resolve) => {
          abortSignal.addEventListener('abort', () => resolve(1));
          setImmediate(() => controller.abort());
        });
      },
    });
    const { output } = await stopped(
      agentWith(scriptedModel([[call('take', { n: 1 }), call('take', { n: 2 })]]), {
        tools: { take },
      }),
      mode,
      controller,
      { toolCallConcurrency: 1, onAbort: nextTurn },
    );
    expect(begun).toEqual([{ n: 1 }]);
    expect(output.content.filter(({ type }) => type === 'tool-result')).toHaveLength(2);
  });

  it('by a hook that then refuses the call tells of no refusal', async () => {
    const controller = new AbortController();
    const refused: unknown[] = [];
    const types: string[] = [];
    const { agent } = quietAgent(scriptedModel([[call('quick')], 'Done.']), {
      tools: { quick: createTool({ id: 'q', description: '', execute: async () => 1 }) },
    });
    const options: RunOptions = {
      abortSignal: controller.signal,
      onChunk: ({ type }) => void types.push(type),
      hooks: {
        beforeToolCall: () => {
          controller.abort();
          throw new Error('no');
        },
        onToolRefused: ({ error }) => void refused.push(error),
      },
    };
    if (mode === 'generate') await agent.generate('?', options);
    else await (await agent.stream('?', options)).consumeStream();
    expect(types.filter((type) => type === 'tool-error')).toEqual([]);
    expect(types.slice(-2)).toEqual(['abort', 'finish']);
    expect(refused).toEqual([]);
  });

  it('during hooks runs no tool', async () => {
    let runs = 0;
    const count = createTool({ id: 'c', description: '', execute: async () => ++runs });
    for (const calls of [[call('count')], [call('count'), call('count')]]) {
      const controller = new AbortController();
      const release = event();
      await stopped(agentWith(scriptedModel([calls]), { tools: { count } }), mode, controller, {
        hooks: {
          beforeToolCall: async () => {
            controller.abort();
            await release.happened;
          },
        },
        onAbort: async () => {
          release.happen();
          await nextTurn();
        },
      });
    }
    expect(runs).toBe(0);
  });

  const hanging = (controller: AbortController) => async (): Promise<never> => {
    setImmediate(() => controller.abort());
    return never;
  };
  it.each(['prepareStep', 'stopWhen', 'onStepFinish'] as const)(
    'does not wait for %s',
    async (name) => {
      const tick = createTool({ id: 'tick', description: '', execute: async () => 1 });
      const controller = new AbortController();
      const agent = agentWith(scriptedModel([[call('tick')], 'No.']), { tools: { tick } });
      await stopped(agent, mode, controller, { [name]: hanging(controller) });
    },
  );

  it('does not fail when prepareStep throws because of it', async () => {
    const controller = new AbortController();
    await stopped(agentWith(scriptedModel(['No.'])), mode, controller, {
      prepareStep: () => {
        controller.abort();
        throw controller.signal.reason;
      },
    });
  });

  it('while it waits to try again', async () => {
    const busy = Object.assign(new Error('busy'), {
      statusCode: 503,
      responseHeaders: { 'retry-after': '50' },
    });
    const controller = new AbortController();
    const model = scriptedModel((_, index) => {
      setImmediate(() => controller.abort());
      return index === 0 ? failWith(busy) : 'No.';
    });
    const agent = agentWith(model);
    await stopped(agent, mode, controller);
    expect(model.requests).toHaveLength(1);
  });

  it('between two steps asks no model again', async () => {
    const tick = createTool({ id: 'tick', description: '', execute: async () => 1 });
    const model = scriptedModel([[call('tick')], 'No.']);
    const controller = new AbortController();
    const { output } = await stopped(agentWith(model, { tools: { tick } }), mode, controller, {
      onStepFinish: () => controller.abort(),
    });
    expect(model.requests).toHaveLength(1);
    expect(output.toolResults).toHaveLength(1);
  });
});

describe('a stream that is stopped', () => {
  it('in the middle of a text keeps what was said', async () => {
    const model = scriptedModel([[text('so far'), waitFor(never)]]);
    const controller = new AbortController();
    const { output, types } = await stopped(agentWith(model), 'stream', controller, {
      onChunk: ({ type }) => {
        if (type === 'text-delta') controller.abort();
      },
    });
    expect(output.text).toBe('so far');
    expect(output.response.messages).toMatchObject([
      { role: 'assistant', content: [{ type: 'text', text: 'so far' }] },
    ]);
    expect(types).not.toContain('step-finish');
    expect(model.openStreams).toBe(0);
  });

  it('in the middle of arguments runs nothing and announces no call', async () => {
    let runs = 0;
    const count = createTool({
      id: 'count',
      description: '',
      idempotent: true,
      execute: async () => ++runs,
    });
    const model = scriptedModel([
      [
        raw({ type: 'tool-input-start', id: 'x', toolName: 'count' }),
        raw({ type: 'tool-input-delta', id: 'x', delta: '{}' }),
        raw({ type: 'tool-input-end', id: 'x' }),
        waitFor(never),
      ],
    ]);
    const controller = new AbortController();
    const { output, types } = await stopped(
      agentWith(model, { tools: { count } }),
      'stream',
      controller,
      {
        eagerToolExecution: true,
        onChunk: ({ type }) => {
          if (type === 'tool-call-input-streaming-end') controller.abort();
        },
      },
    );
    expect(types).not.toContain('tool-call');
    expect(output.content.at(-1)).toMatchObject({ output: { type: 'error-text' } });
    expect(runs).toBe(0);
  });

  it('does not wait for a callback of a tool', async () => {
    const controller = new AbortController();
    const slow = createTool({
      id: 'slow',
      description: '',
      onInputStart: async () => {
        setImmediate(() => controller.abort());
        return never;
      },
      execute: async () => 1,
    });
    const model = scriptedModel([[call('slow')], 'No.']);
    await stopped(agentWith(model, { tools: { slow } }), 'stream', controller);
    expect(model.openStreams).toBe(0);
  });

  it('cancels a stream that the model hands over too late', async () => {
    const asked = event();
    const release = event();
    let cancelled = false;
    const model = {
      specificationVersion: 'v3',
      provider: 'late',
      modelId: 'late',
      doGenerate: () => never,
      doStream: async () => {
        asked.happen();
        await release.happened;
        return {
          stream: new ReadableStream({
            cancel: () => {
              cancelled = true;
            },
          }),
        };
      },
    } as const;
    const controller = new AbortController();
    void asked.happened.then(() => controller.abort());
    await stopped(agentWith(model), 'stream', controller, {
      onAbort: async () => {
        release.happen();
        await nextTurn();
      },
    });
    expect(cancelled).toBe(true);
  });

  it('ends for its readers', async () => {
    const controller = new AbortController();
    const agent = agentWith(scriptedModel([['a', waitFor(never)]]));
    const stream = await agent.stream('?', { abortSignal: controller.signal });
    const reading = collect(stream.fullStream);
    for await (const chunk of stream.fullStream) if (chunk.type === 'text-delta') break;
    controller.abort();
    expect((await reading).at(-1)).toMatchObject({
      type: 'finish',
      payload: { stepResult: { reason: 'aborted' } },
    });
    expect(stream.status).toBe('canceled');
  });
});

describe('the history of a stopped run', () => {
  it('is one that the next call can go on from', async () => {
    const controller = new AbortController();
    const slow = createTool({
      id: 'slow',
      description: '',
      execute: () => {
        setImmediate(() => controller.abort());
        return never;
      },
    });
    const { output } = await stopped(
      agentWith(scriptedModel([[call('slow', {}, { id: 'c' })]]), { tools: { slow } }),
      'stream',
      controller,
    );
    const model = scriptedModel(['Fine.']);
    await agentWith(model).generate(['?', ...output.response.messages, 'Go on.']);
    expect(toolResultsIn(model.lastPrompt)).toMatchObject([
      { toolCallId: 'c', isError: true, value: expect.stringMatching(/was aborted/) },
    ]);
  });
});

describe('a signal that many runs share', () => {
  it('has no listeners left after them, however they ended', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const tick = createTool({ id: 'tick', description: '', execute: async () => 1 });
    const most: number[] = [];
    for (let run = 0; run < 200; run++) {
      const isFailing = run % 10 === 9;
      const steps = [[call('tick'), call('tick')], isFailing ? failWith(new Error('no')) : 'Done.'];
      const agent = agentWith(scriptedModel(steps), { tools: { tick } });
      const stream = await agent.stream('?', { abortSignal: signal });
      most.push(getEventListeners(signal, 'abort').length);
      await stream.consumeStream({ onError: () => {} });
      await agentWith(scriptedModel(['hi'])).generate('?', { abortSignal: signal });
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(Math.max(...most)).toBeLessThan(10);
  });
});
