import { describe, expect, it } from 'vitest';
import { toFinishReason } from './index.ts';

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
