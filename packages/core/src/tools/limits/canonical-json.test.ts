import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('gives JSON values a text that says the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // JSON has no -0
        const text = canonicalJson(value)?.replaceAll(/(?<=^|[[:,])-0(?=$|[\],}])/g, '0');
        expect(JSON.parse(text as string)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('gives one text whatever the order of the keys', () => {
    expect(canonicalJson({ b: { d: 1, c: 2 }, a: undefined })).toBe('{"b":{"c":2,"d":1}}');
    expect(canonicalJson({ b: { c: 2, d: 1 } })).toBe('{"b":{"c":2,"d":1}}');
  });

  it('tells apart what JSON.stringify does not', () => {
    expect(canonicalJson(-0)).not.toBe(canonicalJson(0));
    expect(canonicalJson(['__proto__'])).not.toBe(canonicalJson({ 0: '__proto__' }));
    expect(canonicalJson(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
  });

  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['undefined in a list', [undefined]],
    ['a hole', new Array(1)],
    ['a function', { f: () => {} }],
    ['a symbol', Symbol('s')],
    ['a symbol as key', { [Symbol('s')]: 1 }],
    ['a BigInt', 1n],
    ['NaN', [Number.NaN]],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a Date', new Date()],
    ['a Map', new Map()],
    ['an instance', new (class {})()],
    ['a cycle', cycle],
    [
      'a getter that throws',
      {
        get x() {
          throw new Error('x');
        },
      },
    ],
  ])('gives nothing for %s', (_, value) => {
    expect(canonicalJson(value)).toBeUndefined();
  });
});
