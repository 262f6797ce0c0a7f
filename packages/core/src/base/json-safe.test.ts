import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJsonSafe } from './json-safe.ts';

/** Any value a tool may return, the hostile ones included. */
const anything = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    withNullPrototype: true,
    withObjectString: true,
    withBoxedValues: true,
    withUnicodeString: true,
    key: fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('__proto__', 'toJSON', '\ud83d', 'constructor'),
    ),
    values: [
      fc.boolean(),
      fc.double(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        -0,
        undefined,
        null,
        'ok \ud83d end',
        Symbol('s'),
        () => 1,
        new Error('broken'),
        new URL('https://example.com/'),
      ),
      fc.anything().map((given) => () => given),
    ],
  }),
);

describe('toJsonSafe', () => {
  it('gives JSON-safe data back uncopied', () => {
    const value = { id: 1, name: 'x', list: [1, { deep: true }, null], empty: {}, text: '€ 😀' };
    expect(toJsonSafe(value)).toBe(value);
    expect(toJsonSafe(value.list)).toBe(value.list);
    const bare = Object.assign(Object.create(null), { a: 1 });
    expect(toJsonSafe(bare)).toBe(bare);
  });

  it('keeps the untouched parts of data that had to change', () => {
    const kept = { a: [1] };
    const safe = toJsonSafe({ kept, total: 1n, after: 'x' });
    expect(safe).toEqual({ kept: { a: [1] }, total: '1', after: 'x' });
    expect((safe as { kept: unknown }).kept).toBe(kept);
  });

  it.each([
    [undefined, null],
    [null, null],
    ['', ''],
    [0, 0],
    [-0, 0],
    [false, false],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [9007199254740993n, '9007199254740993'],
    [Symbol('s'), null],
    [() => 1, null],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new Date(Number.NaN), null],
    ['ok \ud83d end', 'ok \ufffd end'],
  ])('turns %s into %j', (value, expected) => {
    expect(Object.is(toJsonSafe(value), expected)).toBe(true);
  });

  it('drops functions, symbols and undefined as properties and keeps their places in arrays', () => {
    expect(
      toJsonSafe({ a: undefined, b: () => 1, c: Symbol('c'), [Symbol('k')]: 1, d: 1 }),
    ).toEqual({
      d: 1,
    });
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
    expect(toJsonSafe([undefined, () => 1, , Symbol('c'), 1])).toEqual([null, null, null, null, 1]);
  });

  it('marks a cycle where it closes and leaves shared references alone', () => {
    const value: Record<string, unknown> = { n: 1 };
    value.self = value;
    value.list = [{ up: value }];
    expect(toJsonSafe(value)).toEqual({
      n: 1,
      self: '[Circular]',
      list: [{ up: '[Circular]' }],
    });
    const shared = { x: 1 };
    expect(toJsonSafe({ a: shared, b: [shared] })).toEqual({ a: { x: 1 }, b: [{ x: 1 }] });
    const looping = { toJSON: () => ({ again: looping }) };
    expect(toJsonSafe(looping)).toEqual({ again: '[Circular]' });
    const map = new Map<string, unknown>();
    map.set('map', map);
    expect(toJsonSafe(map)).toEqual({ map: '[Circular]' });
  });

  it('cuts off what is deeper than 200 levels instead of overflowing the stack', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 100_000; level++) deep = level % 2 ? [deep] : { deep };
    expect(JSON.stringify(toJsonSafe(deep))).toContain('"[Too deep]"');
    let allowed: unknown = 'end';
    for (let level = 0; level < 200; level++) allowed = { allowed };
    expect(toJsonSafe(allowed)).toBe(allowed);
  });

  it('honours toJSON once and marks one that throws', () => {
    expect(toJsonSafe(new URL('https://example.com/a'))).toBe('https://example.com/a');
    expect(toJsonSafe({ a: { toJSON: () => ({ n: 1n }) } })).toEqual({ a: { n: '1' } });
    expect(toJsonSafe({ a: { toJSON: () => undefined }, b: 1 })).toEqual({ b: 1 });
    const throwing = {
      toJSON() {
        throw new Error('no');
      },
    };
    expect(toJsonSafe({ a: throwing, b: 1 })).toEqual({ a: '[Unserializable]', b: 1 });
    const self = {
      n: 1,
      toJSON() {
        return this;
      },
    };
    const safe = toJsonSafe(self);
    expect(safe).toEqual({ n: 1 });
    expect(JSON.parse(JSON.stringify(safe))).toEqual({ n: 1 });
    const list = Object.assign([1, 2], { toJSON: () => 'list' });
    expect(toJsonSafe({ list })).toEqual({ list: 'list' });
  });

  it('turns collections, errors and bytes into something readable', () => {
    expect(toJsonSafe(new Map([['a', 1n]]))).toEqual({ a: '1' });
    expect(toJsonSafe(new Map([[1, new Set(['x', 2])]]))).toEqual([[1, ['x', 2]]]);
    expect(toJsonSafe({ e: new TypeError('bad') })).toEqual({
      e: { name: 'TypeError', message: 'bad' },
    });
    expect(toJsonSafe(Buffer.from('hi'))).toBe('aGk=');
    expect(toJsonSafe(new Uint8Array(100_000))).toBe(Buffer.alloc(100_000).toString('base64'));
    expect(toJsonSafe(new Uint8Array([104, 105]).buffer)).toBe('aGk=');
    expect(toJsonSafe(new Float64Array([0.5, Number.NaN]))).toEqual([0.5, null]);
    expect(toJsonSafe(new BigInt64Array([1n]))).toEqual(['1']);
  });

  it('copies class instances and unwraps boxed values', () => {
    class Point {
      x = 1;
      get hidden() {
        return 2;
      }
    }
    const point = new Point();
    const safe = toJsonSafe(point);
    expect(safe).toStrictEqual({ x: 1 });
    expect(toJsonSafe([Object(1), Object('a'), Object(true), Object(1n)])).toEqual([
      1,
      'a',
      true,
      '1',
    ]);
  });

  it('reads a getter once and marks the properties that cannot be read', () => {
    let readings = 0;
    const counted = {
      get n() {
        return ++readings;
      },
    };
    const safe = toJsonSafe(counted);
    expect(safe).toEqual({ n: 1 });
    expect(safe).toEqual({ n: 1 });
    const hostile = {
      ok: 1,
      get bad() {
        throw new Error('no');
      },
    };
    expect(toJsonSafe(hostile)).toEqual({ ok: 1, bad: '[Unserializable]' });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(toJsonSafe({ proxy, ok: 1 })).toEqual({ proxy: '[Unserializable]', ok: 1 });
  });

  it('drops own __proto__ keys and makes keys well-formed', () => {
    const safe = toJsonSafe(JSON.parse('{"a":1,"__proto__":{"polluted":true},"\\ud83d":2}'));
    expect(Object.keys(safe as object)).toEqual(['a', '\ufffd']);
    expect((safe as { polluted?: unknown }).polluted).toBeUndefined();
    expect(toJsonSafe(new Map([['__proto__', 1]]))).toEqual({});
  });

  it('gives a value that survives a JSON round trip, for any value', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const safe = toJsonSafe(value);
        const text = JSON.stringify(safe);
        expect(JSON.parse(text)).toEqual(safe);
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
        expect((text as unknown as { isWellFormed(): boolean }).isWellFormed()).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives any JSON back as the same reference', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        if (JSON.stringify(plain).includes('"__proto__"')) return;
        expect(toJsonSafe(plain)).toBe(plain);
      }),
    );
  });

  it('changes nothing in its argument', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const before = fc.stringify(value);
        toJsonSafe(value);
        expect(fc.stringify(value)).toBe(before);
      }),
      { numRuns: 500 },
    );
  });
});
