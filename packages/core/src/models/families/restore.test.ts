import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { toSchema } from '../../schema/index.ts';
import { familyOf, rewriteFor } from './index.ts';
import { freeze } from './testing/table.ts';

const place = { owner: 'Tool "t"', option: 'inputSchema', root: 'object' } as const;
const tree: z.ZodType = z.object({
  name: z.string().optional(),
  get kids() {
    return z.array(z.union([tree, z.record(z.string(), tree), z.string()])).optional();
  },
});
const source = z.object({
  a: z.string().optional(),
  b: z.record(z.string(), z.number()).optional(),
  c: z.tuple([z.string(), z.object({ d: z.unknown() })]).optional(),
  e: z.union([z.object({ x: z.number().optional() }), z.object({ x: z.null(), y: z.string() })]),
  'odd key': tree.optional(),
  f: z.literal([1, 2]),
});
const schema = toSchema(source, place).jsonSchema();
const kinds: [string, boolean | undefined][] = [
  ['openai.responses', undefined],
  ['openai.responses', true],
  ['anthropic.messages', undefined],
  ['anthropic.messages', true],
  ['google.generative-ai', undefined],
];

const keys = [
  'a',
  'b',
  'c',
  'e',
  'f',
  'x',
  'entries',
  'key',
  'value',
  'item1',
  'item2',
  'others',
  'odd key',
  'odd_key',
  'kids',
  'name',
  '__proto__',
  'constructor',
  'toString',
  'input',
];
const hostile = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(null, true, 0, '', '1', '{}', '[]', '{"__proto__":1}', '{"entries":[]}'),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom(...keys), tie('value')), { maxLength: 6 })
      .map((entries) =>
        JSON.parse(
          `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`,
        ),
      ),
  ),
})).value;

describe.each(kinds)('restore of %s, strict %s', (provider, strict) => {
  const { restore = (args: unknown) => args } = rewriteFor(familyOf(provider, 'm'), schema, strict);

  it('never throws, never changes what it is given, never reaches a prototype', () => {
    fc.assert(
      fc.property(hostile, (args) => {
        const text = JSON.stringify(args);
        const restored = restore(freeze(args));
        expect(JSON.stringify(args)).toBe(text);
        expect(() => JSON.stringify(restored)).not.toThrow();
        if (typeof restored === 'object' && restored !== null) {
          const prototype = Array.isArray(restored) ? Array.prototype : Object.prototype;
          expect(Object.getPrototypeOf(restored)).toBe(prototype);
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same object back where nothing has to change', () => {
    const args = { e: { x: 1 }, g: [1, { h: null }] };
    expect(restore(args)).toBe(args);
  });

  it('comes back from the deepest and the largest arguments, having seen each part a few times', () => {
    let reads = 0;
    const counted = (part: object) =>
      Object.defineProperty(part, 'name', {
        enumerable: true,
        get() {
          reads++;
          return null;
        },
      });
    const count = 20_000;
    let deep: unknown = counted({});
    for (let depth = 0; depth < count; depth++) deep = counted({ kids: [deep] });
    const wide = Array.from({ length: count }, (_, n) =>
      n % 3 ? counted({ kids: null }) : counted({ k: {} }),
    );
    // of the deep one only the upper levels are turned back
    for (const [part, most] of [
      [deep, 2_560],
      [{ kids: wide }, 4 * count],
    ] as const) {
      reads = 0;
      restore({ 'odd key': part, odd_key: part });
      expect(reads).toBeGreaterThan(0);
      expect(reads).toBeLessThan(most);
    }
    const parse = vi.spyOn(JSON, 'parse');
    const text = '['.repeat(100_000);
    restore({ a: 'x'.repeat(1_000_000), b: text, c: { item1: text, item2: { d: text } } });
    const parsed = parse.mock.calls.reduce((sum, [given]) => sum + given.length, 0);
    parse.mockRestore();
    expect(parsed).toBeLessThanOrEqual(3 * text.length);
  });

  it('takes what is no JSON as it is', () => {
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    for (const args of [undefined, () => 1, Symbol('s'), 1n, new Date(0), trap]) {
      expect(restore(args)).toBe(args);
    }
  });
});

it('tries out branches that all fit only so often, however deep they lie in each other', () => {
  const node: z.ZodType = z.union([
    z.object({
      name: z.string().optional(),
      get next() {
        return node.optional();
      },
    }),
    z.object({
      name: z.number().optional(),
      get next() {
        return node.optional();
      },
    }),
  ]);
  const json = toSchema(z.object({ node }), place).jsonSchema();
  const { restore = (args: unknown) => args } = rewriteFor(
    familyOf('openai.chat', 'm'),
    json,
    true,
  );
  let reads = 0;
  let value: unknown = null;
  for (let depth = 0; depth < 16; depth++) {
    const next = value;
    value = Object.defineProperty({ next }, 'name', {
      enumerable: true,
      get() {
        reads++;
        return null;
      },
    });
  }
  restore({ node: value });
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(20_000);
});
