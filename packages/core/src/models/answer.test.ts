import { describe, expect, it } from 'vitest';
import { toFinishReason, toUsage } from './index.ts';

describe('toFinishReason', () => {
  it.each(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other'])(
    'takes the word %s of version 2',
    (word) => {
      expect(toFinishReason(word)).toEqual({ reason: word, raw: word });
    },
  );

  it('takes the object of later versions, with the word of the provider', () => {
    expect(toFinishReason({ unified: 'tool-calls', raw: 'tool_use' })).toEqual({
      reason: 'tool-calls',
      raw: 'tool_use',
    });
    expect(toFinishReason({ unified: 'stop', raw: undefined })).toEqual({
      reason: 'stop',
      raw: undefined,
    });
  });

  it.each<[unknown, string | undefined]>([
    ['unknown', 'unknown'],
    ['aborted', 'aborted'],
    [undefined, undefined],
    [null, undefined],
    [7, undefined],
    [{}, undefined],
    [{ unified: 'nope', raw: 7 }, undefined],
  ])('calls %j other, since no model may say it', (given, raw) => {
    expect(toFinishReason(given)).toEqual({ reason: 'other', raw });
  });
});

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
});
