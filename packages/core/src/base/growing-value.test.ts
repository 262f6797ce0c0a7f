import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GrowingValue } from './growing-value.ts';
import { parsePartialJson } from './partial-json.ts';
import { cut, isBeginningOf } from './testing/is-beginning.ts';

/** What there is after each piece. */
function grow(pieces: readonly string[]): unknown[] {
  const growing = new GrowingValue();
  return pieces.map((piece) => {
    growing.add(piece);
    return structuredClone(growing.value);
  });
}

const anyText = fc.string({ unit: 'binary' });
/** `__proto__` is dropped: a test of its own. */
const anyKey = anyText.filter((key) => key !== '__proto__');
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      anyText,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.constantFrom(null, true, false, '', 1e300, -0.5e-7),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(anyKey, fc.constantFrom('constructor', 'toString', '')), tie('value'), {
      maxKeys: 4,
    }),
  ),
})).value;
const places = fc.array(fc.nat(), { maxLength: 12 });
const indent = fc.constantFrom(undefined, 1, '\t', ' \r\n');

/** The same text with more of its characters escaped. */
const escaped = (text: string): string =>
  text.replace(
    /[^ -~]|[a-e](?=[^"\\]*")/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

afterEach(() => {
  vi.restoreAllMocks();
});

describe('GrowingValue', () => {
  it('comes to any JSON value by any cut, always being the beginning of it', () => {
    fc.assert(
      fc.property(json, places, indent, (value, at, space) => {
        const text = JSON.stringify({ value }, undefined, space);
        const whole = JSON.parse(text);
        const seen = grow(cut(text, at));
        expect(seen.at(-1)).toEqual(whole);
        for (const [index, part] of seen.entries()) {
          if (part !== undefined) expect(isBeginningOf(part, whole)).toBe(true);
          expect(isBeginningOf(seen[index - 1] ?? {}, part ?? {})).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is cut at each single place, also where characters are escaped', () => {
    const value = { text: 'a"\\/\b\f\n\r\t é 名前 🎉', list: [1.5e-3, -0, true, null, [], {}] };
    const plain = JSON.stringify(value);
    for (const text of [plain, plain.replace(/[^ -~]/g, escaped), plain.replaceAll('/', '\\/')]) {
      expect(grow([...text].flatMap((character) => character.split(''))).at(-1)).toEqual(
        JSON.parse(text),
      );
      for (let place = 0; place <= text.length; place++) {
        const [first, second] = grow([text.slice(0, place), text.slice(place)]);
        expect(second).toEqual(JSON.parse(text));
        expect(isBeginningOf(first ?? {}, second)).toBe(true);
      }
    }
  });

  it('shows texts while they come, and numbers, literals and keys when all of them is there', () => {
    expect(
      grow(['{"na', 'me":"O', 'slo"', ',"days":1', '2', ',"warm":tru', 'e', ',"x":nul', 'l}']),
    ).toEqual([
      {},
      { name: 'O' },
      { name: 'Oslo' },
      { name: 'Oslo' },
      { name: 'Oslo' },
      { name: 'Oslo', days: 12 },
      { name: 'Oslo', days: 12 },
      { name: 'Oslo', days: 12, warm: true },
      { name: 'Oslo', days: 12, warm: true, x: null },
    ]);
  });

  it('shows no half of a character', () => {
    expect(grow(['["🎉'.slice(0, -1), '🎉'.slice(1), '\\ud83c', '\\udf89"]'])).toEqual([
      [''],
      ['🎉'],
      ['🎉'],
      ['🎉🎉'],
    ]);
    expect(grow(['["\\ud83c', 'x', '\\ud83c"]'])).toEqual([[''], ['\ud83cx'], ['\ud83cx\ud83c']]);
  });

  it('is the same object, which grows', () => {
    const growing = new GrowingValue();
    growing.add('{"rows":[{"id":1}');
    const first = growing.value as { rows: unknown[] };
    const { rows } = first;
    growing.add(',{"id":2}]}');
    expect(growing.value).toBe(first);
    expect(first.rows).toBe(rows);
    expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('takes the last of properties with one name, as JSON.parse does', () => {
    const text = '{"a":{"b":1},"c":2,"a":"x"}';
    expect(grow([...text]).at(-1)).toEqual(JSON.parse(text));
  });

  it('leaves out keys that would change what an object inherits from', () => {
    const text = '{"__proto__":{"admin":true},"a":{"\\u005f_proto__":[1],"b":1},"constructor":{}}';
    const growing = new GrowingValue();
    for (const character of text) growing.add(character);
    const value = growing.value as { readonly a: object };
    expect(JSON.stringify(value)).toBe('{"a":{"b":1},"constructor":{}}');
    for (const one of [value, value.a]) {
      expect(Object.getPrototypeOf(one)).toBe(Object.prototype);
    }
    expect('admin' in value || 'admin' in {}).toBe(false);
  });

  it.each([
    ['{"a":1,"b":tru1,"c":3}', { a: 1 }],
    ['{"a":1,"b":01,"c":3}', { a: 1 }],
    ['{"a":1,"b":1.,"c":3}', { a: 1 }],
    ['{"a":1,"b":+1,"c":3}', { a: 1 }],
    ['{"a":1,"b":NaN}', { a: 1 }],
    ['{"a":1,,"c":3}', { a: 1 }],
    ['{"a":1 1}', { a: 1 }],
    ['{"a":1,}', { a: 1 }],
    ['{"a":1]', { a: 1 }],
    ['{"a":1}}', { a: 1 }],
    ['{"a":1} {"b":2}', { a: 1 }],
    ['{"a":1,"b" 2}', { a: 1 }],
    ['{"a":1,2:3}', { a: 1 }],
    ["{'a':1}", {}],
    ['{a:1}', {}],
    ['{"a":"x\ny","b":1}', { a: 'x' }],
    ['{"a":"x\\q","b":1}', { a: 'x' }],
    ['{"a":"x\\u12g4","b":1}', { a: 'x' }],
    ['{"a":[1,],"b":1}', { a: [1] }],
    ['{"a":[,1]}', { a: [] }],
    ['{:1}', {}],
    ['```json\n{"a":1}', undefined],
    ['{"a":1}// done', { a: 1 }],
  ])('stays at what was there when %j stops being JSON', (text, value) => {
    for (const pieces of [[text], [...text], [text, '}', '{"z":1}']]) {
      const growing = new GrowingValue();
      for (const piece of pieces) growing.add(piece);
      expect(growing.value).toEqual(value);
      expect(growing.state).toBe('invalid');
    }
    expect(() => JSON.parse(text)).toThrow();
  });

  it('takes what JSON.parse takes, and nothing else', () => {
    const soup = fc.array(
      fc.constantFrom(...'{}[]:,"\\ue1230.-+Etruefalsn \n', '"a"', '\\u00e9', 'null', 'true'),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(soup, (pieces) => {
        const text = pieces.join('');
        const { state, value } = parsePartialJson(text);
        let parsed: { value: unknown } | undefined;
        try {
          parsed = { value: JSON.parse(text) };
        } catch {
          // then it is not complete
        }
        expect(state === 'complete').toBe(parsed !== undefined);
        if (parsed !== undefined) expect(value).toEqual(parsed.value);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['in one piece', Number.POSITIVE_INFINITY],
    ['in pieces of seven', 7],
    ['character by character', 1],
  ])('looks at each character a fixed number of times %s', (_, size) => {
    const text = JSON.stringify({
      long: 'text é "quoted" '.repeat(500),
      rows: Array.from({ length: 500 }, (__, id) => ({ id, price: id / 7, ok: true })),
      deep: JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`),
    });
    const pieces: string[] = [];
    for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
    const growing = new GrowingValue();
    let visited = 0;
    const { charCodeAt, slice } = String.prototype;
    vi.spyOn(String.prototype, 'charCodeAt').mockImplementation(function (this: string, index) {
      visited++;
      return charCodeAt.call(this, index);
    });
    vi.spyOn(String.prototype, 'slice').mockImplementation(function (this: string, start, end) {
      const part = slice.call(this, start, end);
      visited += part.length;
      return part;
    });
    const parse = vi.spyOn(JSON, 'parse');
    for (const piece of pieces) growing.add(piece);
    vi.restoreAllMocks();
    expect(growing.value).toEqual(JSON.parse(text));
    expect(parse).not.toHaveBeenCalled();
    expect(visited).toBeGreaterThan(text.length);
    expect(visited).toBeLessThan(5 * text.length);
  });
});

describe('parsePartialJson', () => {
  it.each([
    ['', undefined, 'partial'],
    [' \n', undefined, 'partial'],
    ['{"city":"Os', { city: 'Os' }, 'partial'],
    ['{"days":1', {}, 'partial'],
    ['{"days":1}', { days: 1 }, 'complete'],
    ['{"days":1} ', { days: 1 }, 'complete'],
    ['"Os', 'Os', 'partial'],
    ['12', 12, 'complete'],
    ['-1.', undefined, 'partial'],
    ['tru', undefined, 'partial'],
    ['true', true, 'complete'],
    ['null', null, 'complete'],
    ['{"days":1} x', { days: 1 }, 'invalid'],
  ])('reads %j', (text, value, state) => {
    expect(parsePartialJson(text)).toEqual({ value, state });
  });
});
