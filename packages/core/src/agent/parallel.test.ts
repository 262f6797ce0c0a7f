import {
  breakStream,
  call,
  collect,
  finish,
  type Step,
  scriptedModel,
  text,
  toolResultsIn,
  waitFor,
} from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { createTool } from '../tools/index.ts';
import type { AgentConfig } from './index.ts';
import { event } from './testing/event.ts';
import { quietAgent } from './testing/quiet-agent.ts';

function agentWith(steps: readonly Step[], config: Partial<AgentConfig> = {}) {
  return quietAgent(scriptedModel(steps), { id: 'a', name: 'a', instructions: '', ...config });
}

/** A tool that lasts until it is let go, and counts how many of its calls run at a time. */
function gate(options: { readonly idempotent?: boolean } = {}) {
  const state = { running: 0, most: 0, order: [] as unknown[], release: [] as (() => void)[] };
  const started = [event(), event(), event(), event(), event()];
  let count = 0;
  const tool = createTool({
    id: 'gate',
    description: '',
    ...options,
    execute: async (input) => {
      state.running++;
      state.most = Math.max(state.most, state.running);
      state.order.push((input as { n: number }).n);
      const { happen, happened } = event();
      state.release.push(happen);
      started[count++]?.happen();
      await happened;
      state.running--;
      return (input as { n: number }).n;
    },
  });
  return { tool, state, started: (index: number) => started[index]?.happened };
}

const gates = (count: number): Step =>
  Array.from({ length: count }, (_, index) => call('gate', { n: index }));

describe('the calls of a step', () => {
  it('run side by side, and each result is announced when it is there', async () => {
    const { tool, state, started } = gate();
    const { agent, model } = agentWith([gates(2), 'Done.'], { tools: { gate: tool } });
    const stream = await agent.stream('?');
    await started(1);
    expect(state.running).toBe(2);
    state.release[1]?.();
    for await (const chunk of stream.fullStream) if (chunk.type === 'tool-result') break;
    state.release[0]?.();
    const chunks = await collect(stream.fullStream);
    const results = chunks.filter(({ type }) => type === 'tool-result');
    expect(
      results.map((chunk) => (chunk as { payload: { result: unknown } }).payload.result),
    ).toEqual([1, 0]);
    expect(toolResultsIn(model.lastPrompt).map(({ value }) => value)).toEqual([0, 1]);
    expect((await stream.toolResults).map(({ payload }) => payload.result)).toEqual([0, 1]);
  });

  it('are at most 10 at a time when nobody says', async () => {
    let running = 0;
    let most = 0;
    const count = createTool({
      id: 'count',
      description: '',
      execute: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return 1;
      },
    });
    const { agent } = agentWith([Array.from({ length: 25 }, () => call('count')), 'Done.'], {
      tools: { count },
    });
    expect((await agent.generate('?')).toolResults).toHaveLength(25);
    expect(most).toBe(10);
  });

  it.each([1, 2, { limit: 2 }])('are at most %j at a time, in their order', async (limit) => {
    const { tool, state, started } = gate();
    const { agent } = agentWith([gates(4), 'Done.'], { tools: { gate: tool } });
    const width = typeof limit === 'object' ? limit.limit : limit;
    const output = agent.generate('?', { toolCallConcurrency: limit });
    for (let index = 0; index < 4; index++) {
      await started(index);
      expect(state.running).toBeLessThanOrEqual(width);
      if (state.running === width) state.release[state.order.length - width]?.();
    }
    for (const release of state.release) release();
    expect((await output).toolResults).toHaveLength(4);
    expect(state.order).toEqual([0, 1, 2, 3]);
    expect(state.most).toBe(width);
  });

  it('do not hurt each other', async () => {
    const good = createTool({
      id: 'good',
      description: '',
      execute: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return 'fine';
      },
    });
    const bad = createTool({
      id: 'bad',
      description: '',
      execute: () => {
        throw new Error('broken');
      },
    });
    const { agent, model } = agentWith([[call('bad'), call('good')], 'Done.'], {
      tools: { good, bad },
    });
    const chunks = await collect((await agent.stream('?')).fullStream);
    expect(
      chunks.map(({ type }) => type).filter((type) => /tool-(result|error)/.test(type)),
    ).toEqual(['tool-error', 'tool-result']);
    expect(toolResultsIn(model.lastPrompt).map(({ value }) => value)).toEqual(['broken', 'fine']);
  });
});

describe('a tool that runs', () => {
  it('is heard while it runs', async () => {
    const { happen, happened } = event();
    const writing = createTool({
      id: 'writing',
      description: '',
      execute: async (_, { writer }) => {
        await writer.write({ n: 1 });
        await happened;
        return 'end';
      },
    });
    const { agent } = agentWith([[call('writing')], 'Done.'], { tools: { writing } });
    const stream = await agent.stream('?');
    for await (const chunk of stream.fullStream) {
      if (chunk.type !== 'tool-output') continue;
      expect(chunk).toMatchObject({
        from: 'USER',
        payload: { toolCallId: 'call-1', toolName: 'writing', output: { n: 1 } },
      });
      break;
    }
    happen();
    expect(await stream.text).toBe('Done.');
  });

  it('cannot say anything once the run is over', async () => {
    const { happen, happened } = event();
    let wrote = Promise.resolve();
    const late = createTool({
      id: 'late',
      description: '',
      execute: async (_, { writer }) => {
        wrote = happened.then(() => writer.write('late'));
        return 1;
      },
    });
    const { agent } = agentWith([[call('late')], 'Done.'], { tools: { late } });
    const stream = await agent.stream('?', {
      onFinish: async () => {
        happen();
        await wrote;
      },
    });
    await stream.consumeStream();
    expect((await collect(stream.fullStream)).at(-1)?.type).toBe('finish');
  });
});

describe('tools and the model that still speaks', () => {
  it('differs: tools start when the model has ended its step', async () => {
    const { tool, state, started } = gate({ idempotent: true });
    const { happen, happened } = event();
    const { agent } = agentWith(
      [[call('gate', { n: 0 }), text('and'), waitFor(happened)], 'Done.'],
      {
        tools: { gate: tool },
      },
    );
    const stream = await agent.stream('?');
    for await (const chunk of stream.fullStream) if (chunk.type === 'text-delta') break;
    expect(state.running).toBe(0);
    happen();
    await started(0);
    state.release[0]?.();
    expect(await stream.text).toBe('andDone.');
  });

  it('start before when asked to, if they may run twice or only read', async () => {
    const runs: string[] = [];
    const make = (id: string, more: object) =>
      createTool({
        id,
        description: '',
        ...more,
        execute: async () => {
          runs.push(id);
          return id;
        },
      });
    const tools = {
      plain: make('plain', {}),
      idempotent: make('idempotent', { idempotent: true }),
      reading: make('reading', { mcp: { annotations: { readOnlyHint: true } } }),
      hinted: make('hinted', { mcp: { annotations: { idempotentHint: true } } }),
    };
    const { happen, happened } = event();
    const { agent, model } = agentWith(
      [[...Object.keys(tools).map((name) => call(name)), text('and'), waitFor(happened)], 'Done.'],
      { tools },
    );
    const stream = await agent.stream('?', { eagerToolExecution: true });
    for await (const chunk of stream.fullStream) if (chunk.type === 'text-delta') break;
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toEqual(['idempotent', 'reading', 'hinted']);
    happen();
    const results = (await stream.toolResults).map(({ payload }) => payload.result);
    expect(results).toEqual(['plain', 'idempotent', 'reading', 'hinted']);
    expect(runs).toHaveLength(4);
    expect(toolResultsIn(model.lastPrompt).map(({ value }) => value)).toEqual(results);
    const types = (await collect(stream.fullStream)).map(({ type }) => type);
    expect(types.indexOf('tool-result')).toBeGreaterThan(types.indexOf('text-end'));
  });

  it('keep to the limit, early ones included', async () => {
    const { tool, state, started } = gate({ idempotent: true });
    const { happen, happened } = event();
    const { agent } = agentWith([[...(gates(4) as Step[]), waitFor(happened)] as Step, 'Done.'], {
      tools: { gate: tool },
    });
    const stream = await agent.stream('?', { eagerToolExecution: true, toolCallConcurrency: 2 });
    await started(1);
    for await (const chunk of stream.fullStream) {
      if (
        chunk.type === 'tool-call' &&
        'payload' in chunk &&
        chunk.payload.toolCallId === 'call-4'
      ) {
        break;
      }
    }
    expect(state.running).toBe(2);
    happen();
    for (let index = 0; index < 4; index++) {
      await started(index);
      state.release[index]?.();
    }
    expect(await stream.toolResults).toHaveLength(4);
    expect(state.most).toBe(2);
  });

  it('do not keep others from starting when the step has ended', async () => {
    const { tool, state, started } = gate({ idempotent: true });
    const other = event();
    const plain = createTool({
      id: 'plain',
      description: '',
      execute: async () => {
        other.happen();
        return 1;
      },
    });
    const { agent } = agentWith([[call('gate', { n: 0 }), call('plain')], 'Done.'], {
      tools: { gate: tool, plain },
    });
    const stream = await agent.stream('?', { eagerToolExecution: true });
    await started(0);
    await other.happened;
    state.release[0]?.();
    expect(await stream.toolResults).toHaveLength(2);
  });

  it.each([
    ['is cut off', finish('length')],
    ['breaks', breakStream(new Error('lost'))],
  ])('do not start from arguments that were not called when the step %s', async (_, end) => {
    const { tool, state } = gate({ idempotent: true });
    const start = { type: 'tool-input-start', id: 'x', toolName: 'gate' };
    const { agent } = agentWith(
      [
        [
          { piece: 'raw', part: start },
          { piece: 'raw', part: { type: 'tool-input-delta', id: 'x', delta: '{"n":0}' } as never },
          { piece: 'raw', part: { type: 'tool-input-end', id: 'x' } as never },
          end,
        ],
      ],
      { tools: { gate: tool } },
    );
    const stream = await agent.stream('?', {
      eagerToolExecution: true,
      modelSettings: { maxRetries: 0 },
    });
    await stream.consumeStream({ onError: () => {} });
    await new Promise((resolve) => setImmediate(resolve));
    expect(state.order).toEqual([]);
  });

  it('do not start in generate, which hears of a call when the step has ended', async () => {
    const { tool, state } = gate({ idempotent: true });
    const { agent } = agentWith([[call('gate', { n: 0 }), finish('length')]], {
      tools: { gate: tool },
    });
    const { steps } = await agent.generate('?', { eagerToolExecution: true });
    expect(state.order).toEqual([]);
    expect(steps[0]?.toolCalls).toHaveLength(1);
  });

  it('that broke drop what an early tool gives later', async () => {
    const { tool, state, started } = gate({ idempotent: true });
    const { agent } = agentWith([[call('gate', { n: 0 }), breakStream(new Error('lost'))]], {
      tools: { gate: tool },
    });
    let errors = 0;
    const stream = await agent.stream('?', {
      eagerToolExecution: true,
      modelSettings: { maxRetries: 0 },
      onError: () => {
        errors++;
      },
    });
    await started(0);
    await stream.consumeStream({ onError: () => {} });
    state.release[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    const types = (await collect(stream.fullStream)).map(({ type }) => type);
    expect(types.slice(-3)).toEqual(['error', 'step-finish', 'finish']);
    expect(types).not.toContain('tool-result');
    expect(errors).toBe(1);
  });
});
