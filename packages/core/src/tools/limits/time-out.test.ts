import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTool, type ToolContext, ToolWriter } from '../index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function timed(execute: (input: unknown, context: ToolContext) => unknown) {
  return createTool({ id: 'slow', description: '', timeoutMs: 100, execute });
}

describe('timeoutMs', () => {
  it('ends a call that takes longer, with an error that names tool and time', async () => {
    const call = timed(() => new Promise(() => {})).execute({}, { toolCallId: 'c1' });
    const failing = expect(call).rejects.toMatchObject({
      id: 'TOOL_TIMED_OUT',
      message:
        'Tool "slow" was stopped because it took longer than 100 ms. Whether it took effect is not known.',
      retryable: true,
      details: { toolName: 'slow', toolCallId: 'c1', timeoutMs: 100, status: 504 },
    });
    await vi.advanceTimersByTimeAsync(100);
    await failing;
  });

  it('lets a call be that is done in time, and leaves no timer', async () => {
    let timers = 0;
    const tool = timed(async () => {
      await Promise.resolve();
      timers = vi.getTimerCount();
      return 'done';
    });
    expect(await tool.execute({})).toBe('done');
    expect(timers).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer when the function throws, at once or later', async () => {
    const atOnce = timed(() => {
      throw new Error('at once');
    });
    const later = timed(async () => {
      throw new Error('later');
    });
    await expect(atOnce.execute({})).rejects.toThrow('at once');
    await expect(later.execute({})).rejects.toThrow('later');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fires the signal of the call, with the error as its reason', async () => {
    const signals: AbortSignal[] = [];
    const tool = timed((_input, { abortSignal }) => {
      signals.push(abortSignal);
      return new Promise(() => {});
    });
    const outer = new AbortController();
    const call = tool.execute({}, { abortSignal: outer.signal }).catch((error) => error);
    await vi.advanceTimersByTimeAsync(100);
    const error = await call;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(signals[0]?.reason).toBe(error);
    expect(outer.signal.aborted).toBe(false);
  });

  it('fires the signal of the call when the caller stops it, and ends it though nobody listens', async () => {
    const signals: AbortSignal[] = [];
    const tool = timed((_input, { abortSignal }) => {
      signals.push(abortSignal);
      return new Promise(() => {});
    });
    const outer = new AbortController();
    const call = tool.execute({}, { abortSignal: outer.signal });
    const failing = expect(call).rejects.toBe('enough');
    await vi.advanceTimersByTimeAsync(0);
    outer.abort('enough');
    await failing;
    expect(signals[0]?.reason).toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not begin a call that was stopped before', async () => {
    const execute = vi.fn(() => 'done');
    const call = timed(execute).execute({}, { abortSignal: AbortSignal.abort('enough') });
    await expect(call).rejects.toBe('enough');
    expect(execute).not.toHaveBeenCalled();
  });

  it('leaves no listener on the signal of the caller, however calls end', async () => {
    const { signal } = new AbortController();
    const hangs = timed(() => new Promise(() => {})).execute({}, { abortSignal: signal });
    const failing = expect(hangs).rejects.toThrow();
    await timed(() => 'done').execute({}, { abortSignal: signal });
    await vi.advanceTimersByTimeAsync(100);
    await failing;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('gives the call the rest of its context, and to a copy of it too', async () => {
    const seen: unknown[] = [];
    const tool = timed((_input, context) => {
      for (const each of [context, { ...context }]) {
        seen.push([each.toolCallId, each.idempotencyKey, each.runId, each.writer]);
      }
    });
    await tool.execute({}, { toolCallId: 'c1', idempotencyKey: 'k', runId: 'r' });
    expect(seen).toEqual(Array(2).fill(['c1', 'k', 'r', expect.any(ToolWriter)]));
  });

  it('drops what a call writes after its time', async () => {
    const written: unknown[] = [];
    const writer = new ToolWriter({
      output: (data) => void written.push(data),
      custom: (chunk) => void written.push(chunk.type),
    });
    const tool = timed(async (_input, context) => {
      await context.writer.write('in time');
      await context.writer.custom({ type: 'data-in-time' });
      context.abortSignal.addEventListener('abort', () => {
        void context.writer.write('late');
        void context.writer.custom({ type: 'data-late' });
      });
      await new Promise(() => {});
    });
    const failing = expect(tool.execute({}, { writer })).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(100);
    await failing;
    expect(written).toEqual(['in time', 'data-in-time']);
  });
});
