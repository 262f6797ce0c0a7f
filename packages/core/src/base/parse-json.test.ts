import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArguments } from './parse-json.ts';

describe('parseArguments', () => {
  it.each(['', '  ', '\n\t', 'null', ' null '])('takes %j for a call without arguments', (text) => {
    expect(parseArguments(text)).toStrictEqual({});
  });

  it.each([
    '{"city":"Oslo",unit":"C"}',
    '{"path":"notes.txt","content":"hel',
    '{a:1}',
    "{'a':1}",
    '{"a":1}}',
    '{"a":1}{"b":2}',
    'undefined',
    'NaN',
  ])('gives nothing for %j, which is not JSON', (text) => {
    expect(parseArguments(text)).toBeUndefined();
  });

  it('gives every other JSON value as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(value !== null && !JSON.stringify(value).includes('__proto__'));
        const text = JSON.stringify(value);
        expect(parseArguments(text)).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    '{"__proto__":{"admin":true},"a":1}',
    String.raw`{"\u005f_proto__":{"admin":true},"a":1}`,
    String.raw`{"\u005F\u005f\u0070roto__":{"admin":true},"a":1}`,
  ])('drops the key __proto__ however it is written: %s', (text) => {
    const value = parseArguments(text) as Record<string, unknown>;
    expect(Object.getOwnPropertyNames(value)).toEqual(['a']);
    expect({ ...value }).not.toHaveProperty('admin');
  });

  it('drops it at every depth, also inside of lists and of itself', () => {
    const text = '{"a":[{"b":{"__proto__":1,"c":[[{"__proto__":{"__proto__":2},"d":3}]]}}]}';
    expect(JSON.stringify(parseArguments(text))).toBe('{"a":[{"b":{"c":[[{"d":3}]]}}]}');
  });

  it('keeps a text that only names it', () => {
    expect(parseArguments('{"note":"__proto__"}')).toEqual({ note: '__proto__' });
    expect(parseArguments('"__proto__"')).toBe('__proto__');
    expect(parseArguments('{"constructor":{"prototype":1}}')).toEqual({
      constructor: { prototype: 1 },
    });
  });

  it('does not overflow on a value 200,000 levels deep', () => {
    const deep = `${'['.repeat(200_000)}{"__proto__":1}${']'.repeat(200_000)}`;
    let value = parseArguments(deep);
    let depth = 0;
    while (Array.isArray(value)) {
      [value] = value;
      depth++;
    }
    expect(depth).toBe(200_000);
    expect(Object.keys(value as object)).toEqual([]);
    expect(parseArguments('['.repeat(200_000))).toBeUndefined();
  });
});
