import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutOutput, type ToolResultOutput } from './index.ts';

const marker = /\n… ([\d,]+) of ([\d,]+) characters left out; ask for less to see all of it\.$/;
const count = (digits: string | undefined) => Number(digits?.replaceAll(',', ''));

/** What a model reads of an output, without media. */
function textOf(output: ToolResultOutput): string {
  switch (output.type) {
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : '')).join('');
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value);
    case 'execution-denied':
      return '';
    default:
      return output.value;
  }
}

const unicode = fc.string({ unit: 'grapheme' });
const outputs: fc.Arbitrary<ToolResultOutput> = fc.oneof(
  unicode.map((value) => ({ type: 'text', value }) as const),
  unicode.map((value) => ({ type: 'error-text', value }) as const),
  fc
    .jsonValue({ stringUnit: 'grapheme' })
    .map((value) => ({ type: 'json', value }) as ToolResultOutput),
  fc.array(unicode).map((value) => ({ type: 'error-json', value }) as const),
  fc
    .array(
      fc.oneof(
        unicode.map((text) => ({ type: 'text', text }) as const),
        fc.constant({ type: 'media', data: 'AAAA', mediaType: 'image/png' } as const),
      ),
    )
    .map((value) => ({ type: 'content', value }) as const),
);

describe('cutOutput', () => {
  it('shows no more than the limit, tells exactly what is left out, and tears no character', () => {
    fc.assert(
      fc.property(outputs, fc.integer({ min: 1, max: 40 }), (output, limit) => {
        const whole = textOf(output);
        const cut = cutOutput(output, limit);
        if (whole.length <= limit) {
          expect(cut).toBe(output);
          return;
        }
        const shown = textOf(cut);
        const [words = '', left, length] = marker.exec(shown) ?? [];
        const head = shown.slice(0, shown.length - words.length);
        expect(head.length).toBeLessThanOrEqual(limit);
        expect(head.length).toBeGreaterThanOrEqual(limit - 1);
        expect(whole.startsWith(head)).toBe(true);
        expect((head as string & { isWellFormed(): boolean }).isWellFormed()).toBe(true);
        expect(count(left)).toBe(whole.length - head.length);
        expect(count(length)).toBe(whole.length);
      }),
    );
  });

  it('keeps all media of content, in its place', () => {
    const media = { type: 'media', data: 'AAAA', mediaType: 'image/png' } as const;
    const long = { type: 'text', text: 'abcdef', providerOptions: { p: { x: 1 } } } as const;
    const output = cutOutput(
      { type: 'content', value: [media, { type: 'text', text: 'ab' }, long, media, long, media] },
      5,
    );
    expect(output).toEqual({
      type: 'content',
      value: [
        media,
        { type: 'text', text: 'ab' },
        { ...long, text: 'abc\n… 9 of 14 characters left out; ask for less to see all of it.' },
        media,
        media,
      ],
    });
  });

  it('turns cut JSON into a text, since it is JSON no more', () => {
    const text = '{"a":\n… 4 of 9 characters left out; ask for less to see all of it.';
    expect(cutOutput({ type: 'json', value: { a: 'xy' } }, 5)).toMatchObject({ type: 'text' });
    expect(cutOutput({ type: 'json', value: { a: 123 } }, 5)).toEqual({
      type: 'text',
      value: text,
    });
    expect(cutOutput({ type: 'error-json', value: { a: 123 } }, 5)).toEqual({
      type: 'error-text',
      value: text,
    });
  });

  it('writes large numbers so that they can be read', () => {
    const { value } = cutOutput({ type: 'text', value: 'x'.repeat(1_020_000) }, 6_000) as {
      value: string;
    };
    expect(value.slice(6_000)).toContain('… 1,014,000 of 1,020,000 characters');
  });

  it('leaves a denial as it is', () => {
    const output = { type: 'execution-denied', reason: 'because of that' } as const;
    expect(cutOutput(output, 3)).toBe(output);
  });
});
