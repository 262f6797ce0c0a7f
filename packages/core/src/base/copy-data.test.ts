import { describe, expect, it } from 'vitest';
import { copyData, isSameData } from './copy-data.ts';

describe('copyData', () => {
  it('shares no list, object or date with what it was given', () => {
    const given = { list: [{ a: 1 }], at: new Date(5), none: undefined };
    const copy = copyData(given);
    expect(copy).toEqual(given);
    expect(copy.list[0]).not.toBe(given.list[0]);
    expect(copy.at).not.toBe(given.at);
  });

  it('hands on bytes, addresses and objects of classes as they are', () => {
    class Own {}
    const given = [new Uint8Array(1), new URL('https://example.org'), new Own()];
    expect(copyData(given).every((item, index) => item === given[index])).toBe(true);
  });

  it('keeps a field that is named like the prototype, and gives back what contains itself', () => {
    const given = JSON.parse('{"__proto__":{"a":1}}');
    expect(Object.keys(copyData(given))).toEqual(['__proto__']);
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(copyData(circle)).toBe(circle);
  });
});

describe('isSameData', () => {
  it.each([
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
    [new Date(1), new Date(1), true],
    [new Date(1), new Date(2), false],
    [[1], [1, 2], false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ toString: 1 }, {}, false],
    [{}, [], false],
    [null, {}, false],
    [Number.NaN, Number.NaN, true],
  ])('tells %j and %j alike: %s', (a, b, same) => {
    expect(isSameData(a, b)).toBe(same);
    expect(isSameData(b, a)).toBe(same);
  });
});
