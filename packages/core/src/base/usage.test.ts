import { expect, it } from 'vitest';
import { addUsage, noUsage, type Usage } from './usage.ts';

const usage = (input: number | undefined, output: number | undefined, more = {}): Usage => ({
  inputTokens: input,
  outputTokens: output,
  totalTokens: undefined,
  ...more,
});

it('adds field by field, and leaves out what neither side counts', () => {
  const first = usage(1, 2, { totalTokens: 3, reasoningTokens: 1 });
  const second = usage(10, 20, { totalTokens: 30, cachedInputTokens: 5 });
  expect(addUsage(first, second)).toStrictEqual({
    inputTokens: 11,
    outputTokens: 22,
    totalTokens: 33,
    reasoningTokens: 1,
    cachedInputTokens: 5,
  });
  expect(addUsage(usage(1, 2, { cacheCreationInputTokens: 3 }), noUsage)).toMatchObject({
    inputTokens: 1,
    cacheCreationInputTokens: 3,
  });
});

it('stays unknown where nobody counts, and zero is a count', () => {
  expect(addUsage(noUsage, noUsage)).toStrictEqual(noUsage);
  expect(addUsage(noUsage, usage(0, undefined))).toStrictEqual({ ...noUsage, inputTokens: 0 });
});

it("keeps the last call's raw form", () => {
  expect(addUsage(usage(1, 1, { raw: 'a' }), usage(1, 1, { raw: 'b' })).raw).toBe('b');
  expect(addUsage(usage(1, 1, { raw: 'a' }), usage(1, 1)).raw).toBe('a');
});
