import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TenonError } from '../../base/errors.ts';
import { createTool, type ToolContext, type ToolRetry } from '../index.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // takes nothing off
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const down = () => new Error('down');

/** A tool that fails in turn with these errors, then gives `done`. */
function failing(errors: readonly unknown[], retry: number | ToolRetry, more: object = {}) {
  const contexts: ToolContext[] = [];
  const tool = createTool({
    id: 'flaky',
    description: '',
    retry,
    ...more,
    execute: async (_input, context) => {
      contexts.push(context);
      if (contexts.length <= errors.length) throw errors[contexts.length - 1];
      return 'done';
    },
  });
  return { tool, contexts };
}

/** What comes of a call when all waits are over. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  const outcome = call.catch((error) => error);
  await vi.runAllTimersAsync();
  return outcome;
}

describe('retry', () => {
  it('tries again until the function gives something', async () => {
    const { tool, contexts } = failing([down(), down()], 3);
    expect(await outcomeOf(tool.execute({}))).toBe('done');
    expect(contexts).toHaveLength(3);
  });

  it('throws the last error once the attempts are used up', async () => {
    const last = new Error('still down');
    const { tool, contexts } = failing([down(), down(), last, down()], { attempts: 2 });
    expect(await outcomeOf(tool.execute({}))).toBe(last);
    expect(contexts).toHaveLength(3);
  });

  it('has the same idempotencyKey in all attempts', async () => {
    const { tool, contexts } = failing([down(), down()], 2);
    await outcomeOf(tool.execute({}));
    expect(new Set(contexts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it('waits twice as long each time, up to a limit', async () => {
    const { tool, contexts } = failing(Array(4).fill(down()), {
      attempts: 4,
      delayMs: 10,
      maxDelayMs: 25,
    });
    const call = tool.execute({});
    for (const [index, delay] of [10, 20, 25, 25].entries()) {
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(contexts).toHaveLength(index + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(contexts).toHaveLength(index + 2);
    }
    expect(await call).toBe('done');
  });

  it('waits as long as the error asks for', async () => {
    const error = Object.assign(down(), {
      response: { headers: new Headers({ 'retry-after': '7' }) },
    });
    const { tool, contexts } = failing([error], { attempts: 1, delayMs: 1 });
    const call = tool.execute({});
    await vi.advanceTimersByTimeAsync(6_999);
    expect(contexts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toBe('done');
  });

  it.each<[string, unknown]>([
    ['says that it is not retryable', Object.assign(down(), { retryable: false })],
    ['is one of ours that does not pass', new TenonError('TOOL_INPUT_INVALID', 'bad')],
    ['is an answer to a bad request', Object.assign(down(), { statusCode: 404 })],
    ['is an abort', AbortSignal.abort().reason],
    [
      'asks for more patience than there is',
      Object.assign(down(), { headers: { 'retry-after': '61' } }),
    ],
  ])('does not try again what %s', async (_, error) => {
    const { tool, contexts } = failing([error], 3);
    expect(await outcomeOf(tool.execute({}))).toBe(error);
    expect(contexts).toHaveLength(1);
  });

  it('lets retryIf decide instead', async () => {
    const asked: unknown[] = [];
    const no = Object.assign(down(), { retryable: false });
    const retryIf = async (error: Error) => {
      asked.push(error);
      return error === no;
    };
    const yes = down();
    const { tool, contexts } = failing([no, yes], { attempts: 5, retryIf });
    expect(await outcomeOf(tool.execute({}))).toBe(yes);
    expect(asked).toEqual([no, yes]);
    expect(contexts).toHaveLength(2);
  });

  it('tries again after a time-out, each attempt with a time and a signal of its own', async () => {
    const signals: AbortSignal[] = [];
    const tool = createTool({
      id: 'slow',
      description: '',
      timeoutMs: 50,
      retry: { attempts: 1, delayMs: 0 },
      execute: (_input, { abortSignal }) => {
        signals.push(abortSignal);
        return signals.length === 1 ? new Promise<string>(() => {}) : 'done';
      },
    });
    expect(await outcomeOf(tool.execute({}))).toBe('done');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('does not try again what has a wrong input or output', async () => {
    const { z } = await import('zod');
    let runs = 0;
    const tool = createTool({
      id: 'wrong',
      description: '',
      inputSchema: z.object({ n: z.number() }),
      outputSchema: z.string(),
      retry: 3,
      execute: () => {
        runs++;
        return 5 as never;
      },
    });
    expect(await outcomeOf(tool.execute({ n: 'x' } as never))).toMatchObject({ error: true });
    expect(runs).toBe(0);
    expect(await outcomeOf(tool.execute({ n: 1 }))).toMatchObject({ error: true });
    expect(runs).toBe(1);
  });

  it('stops waiting when the caller stops the call', async () => {
    const { tool, contexts } = failing([down()], 1);
    const controller = new AbortController();
    const call = expect(tool.execute({}, { abortSignal: controller.signal })).rejects.toBe(
      'enough',
    );
    await vi.advanceTimersByTimeAsync(500);
    controller.abort('enough');
    await call;
    expect(vi.getTimerCount()).toBe(0);
    expect(contexts).toHaveLength(1);
  });

  it('does not try again what failed because the caller stopped the call', async () => {
    const controller = new AbortController();
    const execute = vi.fn(() => {
      controller.abort('enough');
      throw down();
    });
    const retryIf = vi.fn(() => true);
    const retry = { attempts: 1, retryIf };
    const tool = createTool({ id: 'x', description: '', retry, execute });
    await outcomeOf(tool.execute({}, { abortSignal: controller.signal }));
    expect(execute).toHaveBeenCalledOnce();
    expect(retryIf).not.toHaveBeenCalled();
  });

  it('leaves no listener on the signal of the caller', async () => {
    const { tool } = failing([down(), down()], 2);
    const { signal } = new AbortController();
    expect(await outcomeOf(tool.execute({}, { abortSignal: signal }))).toBe('done');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('gives each attempt the input as it was', async () => {
    const seen: unknown[] = [];
    const tool = createTool({
      id: 'eats',
      description: '',
      retry: { attempts: 1, delayMs: 0 },
      execute: (input) => {
        seen.push((input as { list: string[] }).list.pop());
        if (seen.length === 1) throw down();
      },
    });
    await outcomeOf(tool.execute({ list: ['a', 'b'] }));
    expect(seen).toEqual(['b', 'b']);
  });
});
