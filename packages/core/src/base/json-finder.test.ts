import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { JsonFinder } from './json-finder.ts';
import { cut } from './testing/is-beginning.ts';

const all = { object: true, list: true, text: true };
const objects = { object: true, list: false, text: false };

function find(pieces: readonly string[], starts = objects) {
  const finder = new JsonFinder(starts);
  for (const piece of pieces) finder.add(piece);
  return finder;
}
const foundIn = (text: string, starts = objects) => find([text], starts).found;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('JsonFinder', () => {
  it('finds the values among words, by any cut', () => {
    const words = fc.constantFrom('', 'Here: ', 'see {note} and ', '```json\n', ' {} ', '{{x}} ');
    const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words, value), { maxLength: 3 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        (parts, places) => {
          const text = parts.map(([before, part]) => before + JSON.stringify(part)).join('\n');
          const finder = find(cut(text, places));
          const whole = parts.flatMap(([before, part]) => {
            const json = JSON.stringify(part).replaceAll('"__proto__":', '"__proto":');
            return before === ' {} ' ? [{}, JSON.parse(json)] : [JSON.parse(json)];
          });
          fc.pre(!text.includes('__proto__'));
          expect(finder.found).toEqual(whole);
          expect(finder.isOpen).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('looks for what may be there alone', () => {
    const text = '[1] says {"a":"b"}';
    expect(foundIn(text)).toEqual([{ a: 'b' }]);
    expect(foundIn(text, { ...all, object: false })).toEqual([[1]]);
    expect(foundIn(text, all)).toEqual([[1], { a: 'b' }]);
  });

  it('takes a text only where nothing stands before it', () => {
    expect(foundIn('\n"Oslo"', all)).toEqual(['Oslo']);
    expect(foundIn('It is "Oslo"', all)).toEqual([]);
  });

  it('takes line breaks in texts as they are', () => {
    expect(foundIn('{"a":"one\ntwo\t"}')).toEqual([{ a: 'one\ntwo\t' }]);
  });

  it.each([
    '{"a": oops, "b": {"c":1}}',
    '{"a":"he said "hi" {"c":1}"}',
    '[{"c":1}, oops, {"d":2}]',
  ])('takes no part of what is broken for the whole: %s', (text) => {
    expect(foundIn(text, { ...objects, list: true })).toEqual([]);
  });

  it('goes on after what is broken', () => {
    expect(foundIn('{"a": oops} {"b":"}"} {"c":')).toEqual([{ b: '}' }]);
  });

  it('says when the end of a value is missing', () => {
    expect(find(['{"a":1', '}'])).toMatchObject({ isOpen: false });
    expect(find(['so: {"a":'])).toMatchObject({ isOpen: true, found: [] });
    expect(find(['a {'])).toMatchObject({ isOpen: false });
  });

  it('looks at each character once, whatever the text is', () => {
    const looks = vi.spyOn(String.prototype, 'charCodeAt');
    for (const unit of ['{"a":[', '{', '{{"a":"', '{"a":1} ', '{"a":x']) {
      looks.mockClear();
      find(cut(unit.repeat(4_000), [7, 900, 12_000]));
      expect(looks.mock.calls.length).toBeLessThan(4_000 * unit.length * 4);
    }
  });
});
