import assert from 'node:assert/strict';

/** Ids that every store has to take and to keep apart. */
export const oddIds: readonly string[] = [
  "'",
  '"',
  '`',
  "'; DROP TABLE runs; --",
  '\\',
  '%',
  '_',
  '?',
  '$1',
  ':a',
  ' ',
  'a',
  'a ',
  ' a',
  'A',
  '\n',
  '\t',
  '\u0001',
  '\u00e9',
  'e\u0301',
  '\u{1f642}',
  '\ufeff',
  '0',
  '00',
  '1e3',
  'null',
  'undefined',
  'true',
  '{}',
  '../a',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'x'.repeat(400),
  '\u4e2d'.repeat(400),
];

/** Ids that every store has to refuse, before anything is written or read. */
export const wrongIds: readonly unknown[] = [
  '',
  'x'.repeat(401),
  'x'.repeat(1_000_000),
  'a\0b',
  'a\ud800',
  '\udc00',
  5,
  null,
  {},
];

/** Each of these acts is refused for each id that no store may take. */
export async function assertRefusesIds(
  ...acts: readonly ((id: never) => Promise<unknown>)[]
): Promise<void> {
  for (const id of wrongIds) {
    for (const act of acts) await assertRefused(() => act(id as never), 'STORE_ID_INVALID');
  }
}

/** An act rejects with this error, and not by throwing at once. */
export async function assertRefused(act: () => Promise<unknown>, code: string): Promise<void> {
  await assert.rejects(act(), (error) => {
    assert.equal((error as { code?: unknown }).code, code);
    return true;
  });
}

const oneMegabyte = 'x\u4e2d"\\\n'.repeat(100_000);

/** What users hand in, and the JSON that a store gives back. */
export const oddValues: readonly (readonly [given: unknown, kept: unknown])[] = [
  ['', ''],
  ['a\0b', 'a\0b'],
  ['half \ud800', 'half \ufffd'],
  ['\u{1f642}\u2028', '\u{1f642}\u2028'],
  [oneMegabyte, oneMegabyte],
  [0, 0],
  [0.1 + 0.2, 0.1 + 0.2],
  [1e21, 1e21],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [5e-324, 5e-324],
  [Number.NaN, null],
  [null, null],
  [false, false],
  [[], []],
  [{}, {}],
  [12345678901234567890n, '12345678901234567890'],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [
    [undefined, 1],
    [null, 1],
  ],
  [{ a: undefined, b: { c: [{}, null] } }, { b: { c: [{}, null] } }],
  [
    { '': 1, 'a.b': 2, 'a"b': 3, $x: 4, constructor: 5, length: 6 },
    { '': 1, 'a.b': 2, 'a"b': 3, $x: 4, constructor: 5, length: 6 },
  ],
  [JSON.parse('{"__proto__":{"polluted":true},"a":1}'), { a: 1 }],
  [new Map([['k', 1n]]), { k: '1' }],
  [nested(150), nested(150)],
];

function nested(depth: number): unknown {
  let value: unknown = 'inmost';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
}

/** A value whose insides its caller goes on changing, by `grow`. */
export function growing(): { readonly value: { readonly list: unknown[] }; grow(): void } {
  const value = { list: [{ n: 1 }] as unknown[] };
  return {
    value,
    grow: () => {
      (value.list[0] as { n: number }).n = 2;
      value.list.push('more');
    },
  };
}

/** Changes a copy of a growing value, as its reader may. */
export function spoil(copy: unknown): void {
  (copy as { list: unknown[] }).list.push('more');
}

/** A time: so many milliseconds after a fixed one. */
export const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 1) + ms);
