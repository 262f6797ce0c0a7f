import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolResultOutput } from './prompt.ts';
import { readSavedOutput, saveOutput } from './saved-output.ts';

const long = 'x'.repeat(2_000);

describe('a tool output that is kept beside its result', () => {
  it('holds a long text of the result as a pointer', () => {
    const result = { images: [{ png: long }], note: 'short' };
    const output: ToolResultOutput = {
      type: 'content',
      value: [
        { type: 'text', text: 'short' },
        { type: 'media', data: long, mediaType: 'image/png' },
      ],
    };
    const saved = saveOutput(output, result);
    expect(JSON.stringify(saved).length).toBeLessThan(300);
    expect(saved.shared).toEqual([{ to: ['value', 1, 'data'], from: ['images', 0, 'png'] }]);
    expect(readSavedOutput(saved, result)).toEqual(output);
  });

  it('keeps short texts, and long ones that the result does not have', () => {
    const output: ToolResultOutput = { type: 'text', value: `${long}!` };
    expect(saveOutput(output, { long })).toEqual({ output, shared: [] });
  });

  it('is read back as it was', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom(long, `${long}a`, `${long}b`));
    const value = fc
      .jsonValue({ maxDepth: 3 })
      .chain((json) =>
        fc.record({ a: text, b: fc.array(text, { maxLength: 3 }), c: fc.constant(json) }),
      );
    fc.assert(
      fc.property(value, value, (result, shown) => {
        const output = { type: 'json', value: shown } as ToolResultOutput;
        const saved = JSON.parse(JSON.stringify(saveOutput(output, result)));
        expect(readSavedOutput(saved, result)).toEqual(JSON.parse(JSON.stringify(output)));
      }),
    );
  });
});
