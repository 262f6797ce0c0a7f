import { describe, expect, it } from 'vitest';
import { toUsage } from './index.ts';

describe('toUsage', () => {
  it('reads the flat counts of version 2', () => {
    const flat = {
      inputTokens: 10,
      outputTokens: 5,
      totalTokens: 17,
      reasoningTokens: 2,
      cachedInputTokens: 3,
    };
    expect(toUsage(flat)).toMatchObject(flat);
  });

  it('reads the nested counts of versions 3 and 4', () => {
    const usage = toUsage({
      inputTokens: { total: 10, noCache: 6, cacheRead: 3, cacheWrite: 1 },
      outputTokens: { total: 5, text: 3, reasoning: 2 },
      raw: { input: 10 },
    });
    expect(usage).toEqual({
      inputTokens: 10,
      outputTokens: 5,
      totalTokens: 15,
      reasoningTokens: 2,
      cachedInputTokens: 3,
      cacheCreationInputTokens: 1,
      raw: { input: 10 },
    });
  });

  it('sums the total where the provider gives none', () => {
    expect(toUsage({ inputTokens: 10, outputTokens: 5 }).totalTokens).toBe(15);
    expect(toUsage({ inputTokens: 10 }).totalTokens).toBe(10);
    expect(toUsage({ outputTokens: { total: 5 } }).totalTokens).toBe(5);
    expect(toUsage({ inputTokens: 0, outputTokens: 0 }).totalTokens).toBe(0);
  });

  it.each([
    [undefined],
    [null],
    [7],
    [{}],
    [{ inputTokens: undefined, outputTokens: undefined, totalTokens: undefined }],
    [{ inputTokens: null, outputTokens: null }],
    [{ inputTokens: Number.NaN, outputTokens: Number.NaN, totalTokens: Number.NaN }],
    [{ inputTokens: {}, outputTokens: { total: undefined } }],
  ])('counts nothing in %j', (given) => {
    const { inputTokens, outputTokens, totalTokens } = toUsage(given);
    expect([inputTokens, outputTokens, totalTokens]).toEqual([undefined, undefined, undefined]);
  });

  it('keeps the count beside one that is null', () => {
    expect(toUsage({ inputTokens: null, outputTokens: 5 })).toMatchObject({
      inputTokens: undefined,
      outputTokens: 5,
      totalTokens: 5,
    });
  });

  describe.each([
    ['anthropic', { cacheCreationInputTokens: 5 }],
    ['anthropic', { cacheCreationInputTokens: null }],
  ])('of a package of version 2 that says more as %s %j', (name, facts) => {
    it('counts what was read from the cache and written to it as input', () => {
      const flat = { inputTokens: 10, outputTokens: 4, totalTokens: 14, cachedInputTokens: 80 };
      const written = facts.cacheCreationInputTokens ?? undefined;
      const inputTokens = 90 + (written ?? 0);
      expect(toUsage(flat, { [name]: facts })).toEqual({
        inputTokens,
        outputTokens: 4,
        totalTokens: inputTokens + 4,
        cachedInputTokens: 80,
        cacheCreationInputTokens: written,
        reasoningTokens: undefined,
        raw: undefined,
      });
    });
  });

  it('reads what was thought in what the provider said itself', () => {
    const usage = { output_tokens_details: { thinking_tokens: 3 } };
    const flat = { inputTokens: 10, outputTokens: 4 };
    expect(toUsage(flat, { anthropic: { usage } })).toMatchObject({ ...flat, reasoningTokens: 3 });
  });

  it('counts what was thought as output where a package of version 2 leaves it out', () => {
    const flat = { inputTokens: 10, outputTokens: 4, totalTokens: 44, reasoningTokens: 30 };
    expect(toUsage(flat, { google: {} })).toMatchObject({
      inputTokens: 10,
      outputTokens: 34,
      totalTokens: 44,
      reasoningTokens: 30,
    });
    expect(toUsage({ reasoningTokens: 3 }, { google: {} })).toMatchObject({
      inputTokens: undefined,
      outputTokens: 3,
      totalTokens: 3,
    });
  });

  it('makes the total of Gemini of version 2 out of input and output, as later versions do', () => {
    const flat = { inputTokens: 10, outputTokens: 4, totalTokens: 50, reasoningTokens: 30 };
    expect(toUsage(flat, { google: {} }).totalTokens).toBe(44);
  });

  it('counts nothing twice for other packages, other versions, or words that every object has', () => {
    const flat = { inputTokens: 90, outputTokens: 34, cachedInputTokens: 80, reasoningTokens: 30 };
    for (const metadata of [undefined, {}, { openai: {} }, JSON.parse('{"__proto__":{}}')]) {
      expect(toUsage(flat, metadata)).toMatchObject({ ...flat, totalTokens: 124 });
    }
    expect(toUsage(flat, { constructor: {} } as never)).toMatchObject(flat);
    const nested = {
      inputTokens: { total: 90, cacheRead: 80 },
      outputTokens: { total: 34, reasoning: 30 },
    };
    for (const name of ['anthropic', 'google']) {
      expect(toUsage(nested, { [name]: { cacheCreationInputTokens: 5 } })).toMatchObject(flat);
    }
  });

  it('reads metadata that is not as its package writes it', () => {
    const flat = { inputTokens: 10, outputTokens: 4 };
    expect(toUsage(flat, { anthropic: null } as never)).toMatchObject(flat);
    expect(toUsage(flat, { anthropic: { cacheCreationInputTokens: 'x' } })).toMatchObject(flat);
  });
});
