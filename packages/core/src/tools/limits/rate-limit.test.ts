import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestContext } from '../../base/request-context.ts';
import { createTool, type ToolRateLimit } from '../index.ts';
import { RateWindow } from './rate-window.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function limited(rateLimit: ToolRateLimit<object>) {
  const times: number[] = [];
  const start = performance.now();
  const tool = createTool({
    id: 'search',
    description: '',
    rateLimit,
    execute: () => void times.push(performance.now() - start),
  });
  return { tool, times };
}

describe('rateLimit', () => {
  it('refuses calls beyond, and says when to try again', async () => {
    const { tool, times } = limited({ limit: 2, intervalMs: 60_000 });
    await tool.execute({});
    await vi.advanceTimersByTimeAsync(15_500);
    await tool.execute({}, { toolCallId: 'c2' });
    await expect(tool.execute({}, { toolCallId: 'c3' })).rejects.toMatchObject({
      id: 'TOOL_RATE_LIMITED',
      message:
        'Tool "search" was not run: it may be called at most 2 times in 60 seconds. Try again in 45 seconds.',
      retryable: true,
      details: {
        toolName: 'search',
        toolCallId: 'c3',
        limit: 2,
        intervalMs: 60_000,
        retryAfterMs: 44_500,
        status: 429,
      },
    });
    expect(times).toEqual([0, 15_500]);
  });

  it('lets a call through once the first of the window is out of it', async () => {
    const { tool, times } = limited({ limit: 2, intervalMs: 100 });
    await tool.execute({});
    await vi.advanceTimersByTimeAsync(60);
    await tool.execute({});
    await vi.advanceTimersByTimeAsync(39);
    await expect(tool.execute({})).rejects.toThrow('Try again in 1 ms.');
    await vi.advanceTimersByTimeAsync(1);
    await tool.execute({});
    await expect(tool.execute({})).rejects.toThrow('Try again in 60 ms.');
    expect(times).toEqual([0, 60, 100]);
  });

  it('does not count calls that it refused', async () => {
    const { tool, times } = limited({ limit: 1, intervalMs: 100 });
    await tool.execute({});
    await vi.advanceTimersByTimeAsync(50);
    await expect(tool.execute({})).rejects.toThrow('at most 1 time in');
    await vi.advanceTimersByTimeAsync(50);
    await tool.execute({});
    expect(times).toEqual([0, 100]);
  });

  it('lets calls wait for their turn up to maxWaitMs, in their order', async () => {
    const { tool, times } = limited({ limit: 1, intervalMs: 100, maxWaitMs: 200 });
    const calls = [tool.execute({}), tool.execute({}), tool.execute({})];
    await expect(tool.execute({})).rejects.toThrow('Try again in 300 ms.');
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(times).toEqual([0, 100, 200]);
  });

  it('gives the place of a waiting call that is stopped to the next', async () => {
    const { tool, times } = limited({ limit: 1, intervalMs: 100, maxWaitMs: 100 });
    const controller = new AbortController();
    await tool.execute({});
    const stopped = tool.execute({}, { abortSignal: controller.signal });
    await vi.advanceTimersByTimeAsync(10);
    controller.abort('enough');
    await expect(stopped).rejects.toBe('enough');
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    const next = tool.execute({});
    await vi.runAllTimersAsync();
    await next;
    expect(times).toEqual([0, 100]);
  });

  it('lets no call go before one that waits already', async () => {
    const { tool, times } = limited({ limit: 2, intervalMs: 100, maxWaitMs: 200 });
    const controller = new AbortController();
    const call = (options = {}) => tool.execute({}, options).catch((reason) => reason);
    const stopped = { abortSignal: controller.signal };
    const calls = [call(), call(), call(stopped), call(stopped), call()];
    await vi.advanceTimersByTimeAsync(0);
    controller.abort('enough');
    await vi.advanceTimersByTimeAsync(0);
    calls.push(call());
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(times).toEqual([0, 0, 200, 200]);
  });

  it('counts calls of different keys apart', async () => {
    const { tool, times } = limited({
      limit: 1,
      intervalMs: 100,
      key: ({ requestContext }) => String(requestContext.get('user')),
    });
    const as = (user: string) => ({ requestContext: new RequestContext({ user }) });
    await tool.execute({}, as('ada'));
    await tool.execute({}, as('bob'));
    await expect(tool.execute({}, as('ada'))).rejects.toThrow('search');
    expect(times).toHaveLength(2);
  });

  it('counts each attempt, and gives the failure when there is no room for another', async () => {
    let runs = 0;
    const tool = createTool({
      id: 'down',
      description: '',
      rateLimit: { limit: 2, intervalMs: 60_000 },
      retry: { attempts: 5, delayMs: 0 },
      execute: () => {
        throw new Error(`down ${++runs}`);
      },
    });
    const outcome = expect(tool.execute({})).rejects.toThrow('down 2');
    await vi.runAllTimersAsync();
    await outcome;
  });
});

describe('RateWindow', () => {
  const { signal } = new AbortController();

  it('never lets more than the limit through within an interval, and makes nobody wait in vain', async () => {
    const call = fc.record({ after: fc.nat(40), isStopped: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { maxLength: 30 }),
        fc.integer({ min: 1, max: 4 }),
        async (calls, limit) => {
          const rate = new RateWindow(limit, 50, 120);
          const passed: number[] = [];
          for (const { after, isStopped } of calls) {
            await vi.advanceTimersByTimeAsync(after);
            const controller = new AbortController();
            rate.pass('', isStopped ? controller.signal : signal).then(
              (waitMs) => waitMs === undefined && passed.push(performance.now()),
              () => {},
            );
            if (isStopped) controller.abort();
          }
          await vi.runAllTimersAsync();
          for (let index = limit; index < passed.length; index++) {
            expect(
              (passed[index] as number) - (passed[index - limit] as number),
            ).toBeGreaterThanOrEqual(50);
          }
          await vi.advanceTimersByTimeAsync(50);
          expect(await rate.pass('', signal)).toBeUndefined();
        },
      ),
      { numRuns: 50 },
    );
  });
});
