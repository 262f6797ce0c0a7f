import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { RequestContext } from '../../base/request-context.ts';
import { createTool, type ToolCache } from '../index.ts';

// not dates, which would not be copied as such
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const readOnly = { mcp: { annotations: { readOnlyHint: true } } };
type Input = { id: string; more?: unknown };

function cached(
  cache: ToolCache<Input>,
  execute: (input: Input) => unknown = ({ id }) => ({ id }),
) {
  const run = vi.fn(execute);
  const inputSchema = z.object({ id: z.string(), more: z.unknown().optional() });
  return {
    run,
    tool: createTool({
      id: 'read',
      description: '',
      inputSchema,
      cache,
      ...readOnly,
      execute: run,
    }),
  };
}

describe('cache', () => {
  it('gives the result of the same input again, whatever the order of its keys', async () => {
    const { tool, run } = cached({ ttlMs: 1_000 });
    expect(await tool.execute({ id: 'a', more: { x: 1, y: 2 } })).toEqual({ id: 'a' });
    expect(await tool.execute({ more: { y: 2, x: 1 }, id: 'a' })).toEqual({ id: 'a' });
    expect(run).toHaveBeenCalledOnce();
    await tool.execute({ id: 'b' });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('runs again once the time is over', async () => {
    const { tool, run } = cached({ ttlMs: 1_000 });
    await tool.execute({ id: 'a' });
    await vi.advanceTimersByTimeAsync(999);
    await tool.execute({ id: 'a' });
    expect(run).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    await tool.execute({ id: 'a' });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('gives nothing of one request to another', async () => {
    const { tool, run } = cached({ ttlMs: 1_000 });
    const as = (values: object) => ({ requestContext: new RequestContext({ ...values }) });
    await tool.execute({ id: 'a' }, as({ user: 'ada', tenant: { id: 1 } }));
    await tool.execute({ id: 'a' }, as({ user: 'bob', tenant: { id: 1 } }));
    await tool.execute({ id: 'a' }, as({ user: 'ada', tenant: { id: 2 } }));
    await tool.execute({ id: 'a' });
    expect(run).toHaveBeenCalledTimes(4);
    await tool.execute({ id: 'a' }, as({ tenant: { id: 1 }, user: 'ada' }));
    expect(run).toHaveBeenCalledTimes(4);
  });

  it.each<[string, unknown]>([
    ['a Date', new Date(0)],
    ['a function', () => {}],
    ['an instance of a class', new (class User {})()],
    ['a Map', new Map()],
    ['NaN', Number.NaN],
    ['a BigInt', 1n],
  ])('keeps nothing when the request holds %s, unless there is a key', async (_, value) => {
    const requestContext = new RequestContext({ value });
    const { tool, run } = cached({ ttlMs: 1_000 });
    for (let time = 0; time < 2; time++) await tool.execute({ id: 'a' }, { requestContext });
    expect(run).toHaveBeenCalledTimes(2);
    const keyed = cached({ ttlMs: 1_000, key: ({ input }) => input.id });
    for (let time = 0; time < 2; time++) await keyed.tool.execute({ id: 'a' }, { requestContext });
    expect(keyed.run).toHaveBeenCalledOnce();
  });

  it('goes by the key where there is one, and keeps nothing without', async () => {
    const { tool, run } = cached({
      ttlMs: 1_000,
      key: ({ input }) => (input.id === 'never' ? undefined : input.id.toLowerCase()),
    });
    await tool.execute({ id: 'a' });
    expect(await tool.execute({ id: 'A' })).toEqual({ id: 'a' });
    expect(run).toHaveBeenCalledOnce();
    await tool.execute({ id: 'never' });
    await tool.execute({ id: 'never' });
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('refuses a key that is no text, which could be the same for all', async () => {
    const { tool } = cached({ ttlMs: 1_000, key: () => ({ user: 'ada' }) as never });
    await expect(tool.execute({ id: 'a' })).rejects.toMatchObject({ id: 'TOOL_OPTION_INVALID' });
  });

  it('hands out copies, so that nobody changes what others get', async () => {
    const { tool, run } = cached({ ttlMs: 1_000 }, () => ({ list: [1], at: new Date(5) }));
    for (let time = 0; time < 3; time++) {
      const result = (await tool.execute({ id: 'a' })) as { list: number[]; at: Date };
      expect(result).toEqual({ list: [1], at: new Date(5) });
      result.list.push(2);
    }
    expect(run).toHaveBeenCalledOnce();
  });

  it('keeps no failure', async () => {
    const { tool, run } = cached({ ttlMs: 1_000 }, () => {
      throw new Error('down');
    });
    for (let time = 0; time < 2; time++)
      await expect(tool.execute({ id: 'a' })).rejects.toThrow('down');
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('keeps no result that does not match the outputSchema', async () => {
    let runs = 0;
    const tool = createTool({
      id: 'read',
      description: '',
      outputSchema: z.object({ n: z.number() }),
      cache: { ttlMs: 1_000 },
      ...readOnly,
      execute: () => ({ n: ++runs === 1 ? 'x' : runs }) as never,
    });
    expect(await tool.execute({})).toMatchObject({ error: true });
    expect(await tool.execute({})).toEqual({ n: 2 });
    expect(await tool.execute({})).toEqual({ n: 2 });
  });

  it('keeps no ValidationError that the function gives back', async () => {
    const error = { error: true, message: 'x', validationErrors: { errors: [], fields: {} } };
    const { tool, run } = cached({ ttlMs: 1_000 }, () => error);
    await tool.execute({ id: 'a' });
    await tool.execute({ id: 'a' });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('hands a kept result through the outputSchema as if it were new', async () => {
    const tool = createTool({
      id: 'read',
      description: '',
      outputSchema: z.string().transform((text) => `${text}!`),
      cache: { ttlMs: 1_000 },
      ...readOnly,
      execute: () => 'hi',
    });
    expect(await tool.execute({})).toBe('hi!');
    expect(await tool.execute({})).toBe('hi!');
  });

  it('keeps nothing that a copy would change', async () => {
    class Money {
      toJSON = () => '5 EUR';
    }
    const { tool, run } = cached({ ttlMs: 1_000 }, () => ({ price: new Money() }));
    await tool.execute({ id: 'a' });
    await tool.execute({ id: 'a' });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('keeps a result of nothing', async () => {
    const { tool, run } = cached({ ttlMs: 1_000 }, () => undefined);
    expect(await tool.execute({ id: 'a' })).toBeUndefined();
    expect(await tool.execute({ id: 'a' })).toBeUndefined();
    expect(run).toHaveBeenCalledOnce();
  });

  it('makes room for new results by the one that was used least recently', async () => {
    const { tool, run } = cached({ ttlMs: 1_000, maxEntries: 2 });
    for (const id of ['a', 'b', 'a', 'c']) await tool.execute({ id });
    expect(run).toHaveBeenCalledTimes(3);
    await tool.execute({ id: 'a' });
    expect(run).toHaveBeenCalledTimes(3);
    await tool.execute({ id: 'b' });
    expect(run).toHaveBeenCalledTimes(4);
  });

  it('runs each of the same calls that come before there is a result', async () => {
    const { tool, run } = cached({ ttlMs: 1_000 }, async () => 'done');
    await Promise.all([tool.execute({ id: 'a' }), tool.execute({ id: 'a' })]);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('gives results without asking the other limits', async () => {
    const run = vi.fn(() => 'done');
    const tool = createTool({
      id: 'read',
      description: '',
      cache: { ttlMs: 1_000 },
      rateLimit: { limit: 1, intervalMs: 1_000 },
      ...readOnly,
      execute: run,
    });
    await tool.execute({});
    expect(await tool.execute({})).toBe('done');
    expect(run).toHaveBeenCalledOnce();
  });
});
