import assert from 'node:assert/strict';
import type { ToolHooks } from '@tenon/core/agent';
import { createTool } from '@tenon/core/tools';
import { double } from './double.ts';
import type { ToolSourceChecks } from './tool-source.ts';
import { attempt, callOf, errorOf, named, only } from './trial.ts';

/** What a tool, or the run, says of how often and how long it may be called. */
export const limitChecks: ToolSourceChecks = {
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
};
