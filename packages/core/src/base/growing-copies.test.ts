import { describe, expect, it } from 'vitest';
import { GrowingCopies } from './growing-copies.ts';
import { GrowingValue } from './growing-value.ts';

/** The copies of a text that comes in pieces. */
function copiesOf(pieces: readonly string[]) {
  const value = new GrowingValue();
  const copies = new GrowingCopies();
  const taken: unknown[] = [];
  for (const piece of pieces) {
    value.add(piece);
    if (copies.grow(value.value, piece.length)) taken.push(copies.latest);
  }
  const isMore = copies.finish(value.value);
  return { taken, last: copies.latest, isMore };
}

describe('GrowingCopies', () => {
  it('gives copies that stay what they were', () => {
    const { taken } = copiesOf(['{"a":"x', 'y","b":[', '1,', '2]', '}']);
    expect(taken).toEqual([
      { a: 'x' },
      { a: 'xy', b: [] },
      { a: 'xy', b: [1] },
      { a: 'xy', b: [1, 2] },
    ]);
  });

  it('shares what has not changed, and gives nothing where nothing has', () => {
    const { taken, last, isMore } = copiesOf(['{"a":{"b":[]}', ',"c":{}', ' ', '}']);
    expect(taken).toHaveLength(2);
    const [first, second] = taken as { a: object }[];
    expect(second?.a).toBe(first?.a);
    expect([last, isMore]).toEqual([second, false]);
    expect(last).toBe(second);
  });

  it('copies a large value less often, and all of it in the end', () => {
    const rows = Array.from({ length: 3_000 }, (_, id) => ({ id, name: 'x' }));
    const pieces = JSON.stringify(rows).match(/.{1,4}/gs) ?? [];
    const { taken, last, isMore } = copiesOf(pieces);
    const sizes = taken.map((copy) => 1 + 3 * (copy as unknown[]).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(pieces.length * 70);
    expect(taken.length).toBeGreaterThan(100);
    expect([last, isMore]).toEqual([rows, true]);
  });

  it('begins anew where another value takes the place', () => {
    const copies = new GrowingCopies();
    expect(copies.finish({ a: [1] })).toBe(true);
    expect(copies.finish([{}])).toBe(true);
    expect(copies.latest).toEqual([{}]);
    expect(copies.finish({ '0': {} })).toBe(true);
    expect(copies.latest).toEqual({ '0': {} });
  });

  it('is not overcome by a value that is very deep', () => {
    expect(() => copiesOf(['['.repeat(100_000)])).not.toThrow();
  });
});
