import { call, collect, type Step, scriptedModel, toolResultsIn } from '@tenon/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../tools/index.ts';
import type { AgentConfig, RunOptions } from './index.ts';
import { event } from './testing/event.ts';
import { quietAgent } from './testing/quiet-agent.ts';

afterEach(() => void vi.useRealTimers());

const readOnly = { mcp: { annotations: { readOnlyHint: true } } };

function agentWith(steps: readonly Step[], config: Partial<AgentConfig>) {
  return quietAgent(scriptedModel(steps), config);
}

/** Runs the agent to its end, in both modes alike. */
async function run(
  mode: 'generate' | 'stream',
  steps: readonly Step[],
  config: Partial<AgentConfig>,
  options: RunOptions = {},
) {
  const { agent, model } = agentWith(steps, config);
  const types: string[] = [];
  const onChunk: RunOptions['onChunk'] = ({ type }) => {
    if (/^tool-(call|result|error)$/.test(type)) types.push(type);
  };
  const output =
    mode === 'generate'
      ? await agent.generate('?', { ...options, onChunk })
      : await (await agent.stream('?', { ...options, onChunk })).getFullOutput();
  return { output, model, types, results: toolResultsIn(model.lastPrompt ?? []) };
}

describe.each(['generate', 'stream'] as const)('the limits of a tool, in %s()', (mode) => {
  it('end a call that hangs as an error of its own, while the others go on', async () => {
    const { happen, happened } = event();
    const hangs = createTool({
      id: 'hangs',
      description: '',
      timeoutMs: 20,
      execute: (_input, { abortSignal }) => {
        abortSignal.addEventListener('abort', happen);
        return new Promise<never>(() => {});
      },
    });
    const works = createTool({ id: 'works', description: '', execute: async () => 'fine' });
    const after: unknown[] = [];
    const { output, results, types } = await run(mode, [[call('hangs'), call('works')], 'Done.'], {
      tools: { hangs, works },
      hooks: {
        afterToolCall: ({ toolName, error }) => void after.push([toolName, error?.message]),
      },
    });
    await happened;
    expect(output.text).toBe('Done.');
    expect(types).toEqual(['tool-call', 'tool-call', 'tool-result', 'tool-error']);
    expect(results).toMatchObject([
      {
        isError: true,
        value: expect.stringContaining('"hangs" was stopped because it took longer than 20 ms'),
      },
      { isError: false, value: 'fine' },
    ]);
    expect(after).toEqual([
      ['works', undefined],
      ['hangs', expect.stringContaining('20 ms')],
    ]);
  });

  it('try again with one idempotencyKey, and call the hooks once', async () => {
    const keys: string[] = [];
    const flaky = createTool({
      id: 'flaky',
      description: '',
      retry: { attempts: 2, delayMs: 0 },
      execute: (_input, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (keys.length < 3) throw new Error('down');
        return 'up';
      },
    });
    const seen: string[] = [];
    const { results, types } = await run(mode, [[call('flaky')], 'Done.'], {
      tools: { flaky },
      hooks: {
        beforeToolCall: () => void seen.push('before'),
        afterToolCall: ({ output }) => void seen.push(`after ${output}`),
      },
    });
    expect(results).toMatchObject([{ value: 'up' }]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(seen).toEqual(['before', 'after up']);
    expect(types).toEqual(['tool-call', 'tool-result']);
  });

  it('refuse calls beyond the rate before hooks hear that they ran', async () => {
    const search = createTool({
      id: 'search',
      description: '',
      rateLimit: { limit: 1, intervalMs: 60_000 },
      execute: async () => 'found',
    });
    const seen: string[] = [];
    const { results } = await run(mode, [[call('search'), call('search')], 'Done.'], {
      tools: { search },
      hooks: {
        afterToolCall: ({ output }) => void seen.push(`after ${output}`),
        onToolRefused: ({ error }) => void seen.push(error.message.slice(0, 28)),
      },
    });
    expect(results).toMatchObject([
      { value: 'found' },
      { isError: true, value: expect.stringMatching(/was not run.*Try again in \d+ seconds\.$/) },
    ]);
    expect(seen.sort()).toEqual(['Tool "search" was not run: i', 'after found']);
  });

  it('run the calls of one step in turn when the tool takes one at a time', async () => {
    const log: string[] = [];
    const inTurn = createTool({
      id: 'turn',
      description: '',
      inputSchema: z.object({ n: z.number() }),
      concurrency: 1,
      execute: async ({ n }) => {
        log.push(`start ${n}`);
        await Promise.resolve();
        log.push(`end ${n}`);
      },
    });
    await run(mode, [[1, 2, 3].map((n) => call('turn', { n })), 'Done.'], {
      tools: { inTurn, turn: inTurn },
    });
    expect(log).toEqual(['start 1', 'end 1', 'start 2', 'end 2', 'start 3', 'end 3']);
  });

  it('hand out a kept result with the same chunks, hooks and callbacks as a new one', async () => {
    let runs = 0;
    const seen: unknown[] = [];
    const read = createTool({
      id: 'read',
      description: '',
      cache: { ttlMs: 60_000 },
      ...readOnly,
      onOutput: ({ output }) => void seen.push(output),
      execute: async () => ({ list: [++runs] }),
    });
    const { results, types } = await run(mode, [[call('read')], [call('read')], 'Done.'], {
      tools: { read },
      hooks: { afterToolCall: ({ output }) => void seen.push(output) },
    });
    expect(runs).toBe(1);
    expect(results.map(({ value }) => value)).toEqual([{ list: [1] }, { list: [1] }]);
    expect(types).toEqual(['tool-call', 'tool-result', 'tool-call', 'tool-result']);
    expect(seen).toEqual(Array(4).fill({ list: [1] }));
  });

  it('show the model no more than maxResultChars, and everybody else all of it', async () => {
    const seen: unknown[] = [];
    const keep = ({ output }: { output?: unknown }) => void seen.push(output);
    const long = 'x'.repeat(50);
    const read = createTool({
      id: 'read',
      description: '',
      inputSchema: z.object({ as: z.enum(['text', 'json', 'short']) }),
      maxResultChars: 20,
      onOutput: keep,
      execute: async ({ as }) => (as === 'text' ? long : as === 'json' ? { long } : 'short'),
    });
    const calls = ['text', 'json', 'short'].map((as) => call('read', { as }));
    const { output, results } = await run(mode, [calls, 'Done.'], {
      tools: { read },
      hooks: { afterToolCall: keep },
    });
    expect(results.map(({ value }) => value)).toEqual([
      `${'x'.repeat(20)}\n… 30 of 50 characters left out; ask for less to see all of it.`,
      `{"long":"${'x'.repeat(11)}\n… 41 of 61 characters left out; ask for less to see all of it.`,
      'short',
    ]);
    expect(output.toolResults.map(({ payload }) => payload.result)).toEqual([
      long,
      { long },
      'short',
    ]);
    expect(seen.filter((value) => value === long)).toHaveLength(2);
  });

  it('cut no error', async () => {
    const fails = createTool({
      id: 'fails',
      description: '',
      maxResultChars: 5,
      execute: () => {
        throw new Error('a long explanation');
      },
    });
    const { results } = await run(mode, [[call('fails')], 'Done.'], { tools: { fails } });
    expect(results).toMatchObject([{ value: 'a long explanation' }]);
  });
});

describe('the limits of a tool', () => {
  it('hold for all agents and direct calls that share it', async () => {
    const { happen: begin, happened: begun } = event();
    const { happen: end, happened: ended } = event();
    const log: string[] = [];
    const shared = createTool({
      id: 'shared',
      description: '',
      inputSchema: z.object({ who: z.string() }),
      concurrency: 1,
      execute: async ({ who }) => {
        log.push(`start ${who}`);
        begin();
        await ended;
        log.push(`end ${who}`);
      },
    });
    const direct = shared.execute({ who: 'direct' });
    await begun;
    const agents = ['one', 'two'].map((who) =>
      run('generate', [[call('shared', { who })], 'Done.'], {
        tools: async () => {
          if (who === 'two') queueMicrotask(end);
          return { shared };
        },
      }),
    );
    await Promise.all([direct, ...agents]);
    expect(log).toEqual([
      'start direct',
      'end direct',
      'start one',
      'end one',
      'start two',
      'end two',
    ]);
  });

  it('let a stopped run go although its call waits, and never run that call', async () => {
    const { happen: begin, happened: begun } = event();
    const { happen: end, happened: ended } = event();
    const runs: string[] = [];
    const shared = createTool({
      id: 'shared',
      description: '',
      inputSchema: z.object({ who: z.string() }),
      concurrency: 1,
      execute: async ({ who }) => {
        runs.push(who);
        begin();
        await ended;
      },
    });
    const first = shared.execute({ who: 'first' });
    await begun;
    const controller = new AbortController();
    const { agent } = agentWith([[call('shared', { who: 'second' })]], { tools: { shared } });
    const stream = await agent.stream('?', {
      abortSignal: controller.signal,
      onChunk: ({ type }) => {
        if (type === 'tool-call') setImmediate(() => controller.abort());
      },
    });
    const chunks = await collect(stream.fullStream);
    expect(chunks.map(({ type }) => type)).toContain('abort');
    expect(await stream.finishReason).toBe('aborted');
    end();
    await first;
    await shared.execute({ who: 'third' });
    expect(runs).toEqual(['first', 'third']);
  });

  it('hold for tools that start while the model still speaks, and refuse those too', async () => {
    const search = createTool({
      id: 'search',
      description: '',
      ...readOnly,
      rateLimit: { limit: 1, intervalMs: 60_000 },
      execute: async () => 'found',
    });
    const { results } = await run(
      'stream',
      [[call('search'), call('search')], 'Done.'],
      { tools: { search } },
      { eagerToolExecution: true },
    );
    expect(results.map(({ isError }) => isError)).toEqual([false, true]);
  });

  it('cut what toModelOutput gives, its texts alone', async () => {
    const media = { type: 'image-data', data: 'iVBORw0KGgoAAAANSUhEUg==', mediaType: 'image/png' };
    const shows = createTool({
      id: 'shows',
      description: '',
      maxResultChars: 10,
      execute: async () => 'short',
      toModelOutput: () => ({
        type: 'content',
        value: [{ type: 'text', text: 'y'.repeat(30) }, media as never],
      }),
    });
    const { results, output } = await run('stream', [[call('shows')], 'Done.'], {
      tools: { shows },
    });
    expect(results[0]?.value).toEqual([
      { type: 'text', text: expect.stringMatching(/^y{10}\n… 20 of 30 characters left out/) },
      expect.objectContaining({ mediaType: 'image/png' }),
    ]);
    expect(output.toolResults[0]?.payload.result).toBe('short');
  });

  it('cut a result that the client brings', async () => {
    const pick = createTool({ id: 'pick', description: '', maxResultChars: 3 });
    const { agent, model } = agentWith(['Done.'], { tools: { pick } });
    const named = { toolCallId: 'c1', toolName: 'pick' };
    await agent.generate([
      { role: 'user', content: '?' },
      { role: 'assistant', content: [{ type: 'tool-call', ...named, input: {} }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', ...named, output: { type: 'text', value: 'abcdef' } }],
      },
    ]);
    expect(toolResultsIn(model.lastPrompt)).toMatchObject([
      { value: expect.stringMatching(/^abc\n… 3 of 6 characters/) },
    ]);
  });

  it('stay with a tool that is copied', async () => {
    const tool = createTool({
      id: 'search',
      description: '',
      rateLimit: { limit: 1, intervalMs: 60_000 },
      execute: async () => 'found',
    });
    const { results } = await run('generate', [[call('copy'), call('copy')], 'Done.'], {
      tools: { copy: { ...tool } },
    });
    expect(results.map(({ isError }) => isError)).toEqual([false, true]);
  });
});
