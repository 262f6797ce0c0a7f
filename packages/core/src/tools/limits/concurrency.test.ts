import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { RequestContext } from '../../base/request-context.ts';
import { createTool, type ToolConcurrency, type ToolLimitOptions } from '../index.ts';
import { heldCalls, settled } from './testing/held-calls.ts';

afterEach(() => void vi.useRealTimers());

type Input = { name: string };

function held(concurrency: number | ToolConcurrency<Input>, more: ToolLimitOptions<Input> = {}) {
  const calls = heldCalls();
  const inputSchema = z.object({ name: z.string() });
  const options = { id: 'held', description: '', inputSchema, concurrency, ...more };
  return { ...calls, tool: createTool({ ...options, execute: calls.execute }) };
}

describe('concurrency', () => {
  it('runs so many calls at a time, the others in the order in which they came', async () => {
    const { tool, started, end } = held(2);
    const calls = ['a', 'b', 'c', 'd'].map((name) => tool.execute({ name }));
    await settled();
    expect(started).toEqual(['a', 'b']);
    end('b');
    await settled();
    expect(started).toEqual(['a', 'b', 'c']);
    end('a');
    await settled();
    for (const name of ['c', 'd']) end(name);
    expect(await Promise.all(calls)).toEqual(['a done', 'b done', 'c done', 'd done']);
  });

  it('has all its room again once calls have ended', async () => {
    const { tool, started, end } = held(2);
    for (const names of [
      ['a', 'b'],
      ['c', 'd'],
    ]) {
      const calls = names.map((name) => tool.execute({ name }));
      await settled();
      for (const name of names) end(name);
      await Promise.all(calls);
    }
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    void tool.execute({ name: 'e' });
    void tool.execute({ name: 'f' });
    await settled();
    expect(started).toHaveLength(6);
  });

  it('does not let a call wait that was stopped before', async () => {
    const { tool } = held(1);
    void tool.execute({ name: 'a' });
    await settled();
    const stopped = tool.execute({ name: 'b' }, { abortSignal: AbortSignal.abort('enough') });
    await expect(stopped).rejects.toBe('enough');
  });

  it('counts calls that come while others wait after those', async () => {
    const { tool, started, end } = held(1);
    void tool.execute({ name: 'a' });
    void tool.execute({ name: 'b' });
    await settled();
    end('a');
    void tool.execute({ name: 'c' });
    await settled();
    expect(started).toEqual(['a', 'b']);
  });

  it('has room again after calls that threw', async () => {
    let runs = 0;
    const tool = createTool({
      id: 'fails',
      description: '',
      concurrency: 1,
      execute: () => {
        throw new Error(`failed ${++runs}`);
      },
    });
    const calls = [1, 2, 3].map(() => tool.execute({}).catch(({ message }) => message));
    expect(await Promise.all(calls)).toEqual(['failed 1', 'failed 2', 'failed 3']);
  });

  it('lets a waiting call leave when it is stopped, and the others keep their order', async () => {
    const { tool, started, end } = held(1);
    const controller = new AbortController();
    void tool.execute({ name: 'a' });
    const stopped = tool.execute({ name: 'b' }, { abortSignal: controller.signal });
    void tool.execute({ name: 'c' });
    await settled();
    controller.abort('enough');
    await expect(stopped).rejects.toBe('enough');
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    end('a');
    await settled();
    expect(started).toEqual(['a', 'c']);
  });

  it('gives the slot of a call that is stopped to the next, though the function goes on', async () => {
    const { tool, started } = held(1);
    const controller = new AbortController();
    const stopped = tool.execute({ name: 'a' }, { abortSignal: controller.signal });
    void tool.execute({ name: 'b' });
    await settled();
    controller.abort('enough');
    await expect(stopped).rejects.toBe('enough');
    await settled();
    expect(started).toEqual(['a', 'b']);
  });

  it('leaves no listener on the signals of calls that had to wait', async () => {
    const { tool, end } = held(1);
    const { signal } = new AbortController();
    const calls = ['a', 'b'].map((name) => tool.execute({ name }, { abortSignal: signal }));
    await settled();
    end('a');
    await settled();
    end('b');
    await Promise.all(calls);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('keeps calls of different keys apart', async () => {
    const { tool, started } = held({
      limit: 1,
      key: ({ input, requestContext }) => `${requestContext.get('user')} ${input.name.length}`,
    });
    const as = (user: string) => ({ requestContext: new RequestContext({ user }) });
    for (const user of ['ada', 'bob']) {
      for (const name of [`${user}-1`, `${user}-2`, `${user}-10`]) {
        void tool.execute({ name }, as(user));
      }
    }
    await settled();
    expect(started).toEqual(['ada-1', 'ada-10', 'bob-1', 'bob-10']);
  });

  it('refuses a key that is no text', async () => {
    const { tool, started } = held({ limit: 1, key: () => 5 as never });
    await expect(tool.execute({ name: 'a' })).rejects.toMatchObject({
      id: 'TOOL_OPTION_INVALID',
      message: expect.stringMatching(/"held".*"concurrency".*a text.*number/),
    });
    expect(started).toEqual([]);
  });

  it('does not count the waiting towards timeoutMs, and frees the slot at its end', async () => {
    vi.useFakeTimers();
    const { tool, end } = held(1, { timeoutMs: 100 });
    const hanging = expect(tool.execute({ name: 'a' })).rejects.toThrow('100 ms');
    const waiting = tool.execute({ name: 'b' });
    await vi.advanceTimersByTimeAsync(150);
    end('b');
    expect(await waiting).toBe('b done');
    await hanging;
  });
});
