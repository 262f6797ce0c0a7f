import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyWhole } from './copy-whole.ts';

describe('copyWhole', () => {
  it('copies plain data, dates, Maps, Sets, bytes and cycles', () => {
    const value: Record<string, unknown> = {
      list: [1, undefined, 2n],
      at: new Date(5),
      map: new Map([[{ a: 1 }, 'x']]),
      set: new Set([['y']]),
      bytes: new Uint8Array([1, 2]),
    };
    value.self = value;
    const copy = copyWhole(value)?.value as typeof value;
    expect(copy).toEqual(value);
    expect(copy).not.toBe(value);
    expect(copy.list).not.toBe(value.list);
    expect(copy.self).toBe(copy);
  });

  it('shares nothing and changes nothing, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = copyWhole(value)?.value;
        expect(copy).toStrictEqual(value);
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });

  it.each<[string, unknown]>([
    ['a function', () => {}],
    ['a symbol', Symbol('s')],
    ['an instance', new (class {})()],
    ['an instance in a list', [new (class {})()]],
    ['an instance as key of a Map', new Map([[new (class {})(), 1]])],
    ['an instance in a Set', new Set([new (class {})()])],
    ['an error', new Error('x')],
    ['an extended array', new (class extends Array {})()],
    ['a buffer of Node', Buffer.from('x')],
    ['a symbol as key', { [Symbol('s')]: 1 }],
    [
      'a getter that throws',
      {
        get x() {
          throw new Error('x');
        },
      },
    ],
  ])('gives nothing for %s', (_, value) => {
    expect(copyWhole(value)).toBeUndefined();
  });
});
