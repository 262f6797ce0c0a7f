import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { toSchema } from './index.ts';

const place = { owner: 'Tool "t"', option: 'inputSchema' };
const say = (value: unknown) => `not ${String(value)} nor ${JSON.stringify(value)}`;

const libraries: Record<string, unknown> = {
  zod: z.object({
    a: z.number().optional(),
    b: z.enum(['one', 'two']).optional(),
    c: z.email().optional(),
    d: z.date().optional(),
    e: z.union([z.number(), z.object({ a: z.literal('x') })]).optional(),
    f: z
      .string()
      .refine(() => false, { error: (issue) => say(issue.input) })
      .optional(),
    g: z.any().superRefine((value, context) => {
      if (value !== undefined)
        context.addIssue({ code: 'custom', message: say(value), path: ['z'] });
    }),
    h: z.array(z.number()).optional(),
    i: z
      .string()
      .transform((text) => JSON.parse(text))
      .optional(),
    j: z.record(z.string(), z.number()).optional(),
  }),
  zod3: z3.object({
    a: z3.number().optional(),
    b: z3.enum(['one', 'two']).optional(),
    c: z3.string().email().optional(),
    d: z3.date().optional(),
    e: z3.union([z3.number(), z3.enum(['three']), z3.object({ a: z3.literal('x') })]).optional(),
    f: z3
      .string()
      .refine(
        () => false,
        (value) => ({ message: say(value) }),
      )
      .optional(),
    g: z3.any().superRefine((value, context) => {
      if (value !== undefined)
        context.addIssue({ code: 'custom', message: say(value), path: ['z'] });
    }),
    h: z3.array(z3.number()).optional(),
    i: z3
      .string()
      .transform((text) => JSON.parse(text))
      .optional(),
    j: z3.record(z3.number()).optional(),
  }),
  valibot: toStandardJsonSchema(
    v.object({
      a: v.optional(v.number()),
      b: v.optional(v.picklist(['one', 'two'])),
      c: v.optional(v.pipe(v.string(), v.email())),
      d: v.optional(v.date()),
      e: v.optional(v.union([v.number(), v.object({ a: v.literal('x') })])),
      f: v.optional(
        v.pipe(
          v.string(),
          v.check(
            () => false,
            (issue) => say(issue.input),
          ),
        ),
      ),
      g: v.optional(
        v.pipe(
          v.unknown(),
          v.check(
            () => false,
            (issue) => say(issue.input),
          ),
        ),
      ),
      h: v.optional(v.array(v.number())),
      i: v.optional(v.pipe(v.string(), v.isoDate())),
      j: v.optional(v.record(v.string(), v.number())),
    }),
  ),
  arktype: type({
    'a?': 'number',
    'b?': "'one' | 'two'",
    'c?': 'string.email',
    'd?': 'Date',
    'e?': type('number').or({ a: "'x'" }),
    'f?': type('string').narrow((value, context) =>
      context.reject({ expected: 'better', actual: say(value) }),
    ),
    'g?': type('unknown').narrow((value, context) => context.mustBe(`something but ${say(value)}`)),
    'h?': 'number[]',
    'i?': 'string < 3',
    'j?': { '[string]': 'number' },
  }),
  'json-schema': {
    type: 'object',
    properties: {
      a: { type: 'number' },
      b: { enum: ['one', 'two'] },
      c: { type: 'string', format: 'email' },
      d: { type: 'string', format: 'date-time' },
      e: { anyOf: [{ type: 'number' }, { type: 'object', properties: { a: { const: 'x' } } }] },
      f: { type: 'string', maxLength: 2 },
      g: { not: {} },
      h: { type: 'array', items: { type: 'number' } },
      i: { pattern: '^[0-9]$' },
      j: { type: 'object', additionalProperties: { type: 'number' } },
    },
  },
  'ai-sdk': {
    [Symbol.for('vercel.ai.schema')]: true,
    jsonSchema: { type: 'object' },
    validate: (value: unknown) => ({ success: false, error: new Error(say(value)) }),
  },
};

const marker = fc
  .string({ minLength: 6, maxLength: 40, unit: 'grapheme-ascii' })
  .map((text) => `S3C${text}`);
const wrap = (leaf: string): fc.Arbitrary<unknown> =>
  fc.constantFrom<unknown>(
    leaf,
    [leaf],
    { a: leaf },
    { a: [leaf, 1] },
    { k: { deep: [leaf] } },
    [[leaf]],
    `${leaf}\n`,
  );

describe.each(Object.entries(libraries))('%s', (_, source) => {
  const schema = toSchema(source, place);
  test('never tells a piece of the value in a message', async () => {
    await fc.assert(
      fc.asyncProperty(
        marker.chain((leaf) =>
          fc.record({
            leaf: fc.constant(leaf),
            key: fc.constantFrom(...'abcdefghij'),
            value: wrap(leaf),
          }),
        ),
        async ({ leaf, key, value }) => {
          for (const input of [{ [key]: value }, leaf]) {
            for (const result of [await schema.parse(input), await schema.parseLeniently(input)]) {
              if (result.ok) continue;
              for (const { message } of result.issues) {
                expect(message).not.toContain(leaf);
                expect(message).not.toContain(JSON.stringify(leaf).slice(1, -1));
              }
            }
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

test.each(Object.entries(libraries).slice(0, 5))(
  '%s still tells what was expected',
  async (_, source) => {
    const result = await toSchema(source, place).parse({ a: 'S3CRET', b: 'S3CRET', c: 'S3CRET' });
    if (result.ok) throw new Error('must not match');
    const text = (key: string) =>
      result.issues.filter(({ path }) => path[0] === key).map(({ message }) => message);
    expect(text('a')).toEqual([expect.stringMatching(/number/)]);
    expect(text('b')).toEqual([expect.stringMatching(/one.*two/)]);
    expect(text('c')).toEqual([expect.stringMatching(/email/)]);
  },
);

test('leaves words that stand in the schema', async () => {
  const schema = toSchema(z.object({ kind: z.enum(['alpha', 'beta']), other: z.string() }), place);
  expect(await schema.parse({ kind: 'gamma', other: 'alpha' })).toMatchObject({
    issues: [{ message: expect.stringContaining('"alpha"|"beta"') }],
  });
});

test('masks card numbers, shortened values and short ones in quotes', async () => {
  const message = (text: (value: string) => string) =>
    z.object({
      v: z
        .any()
        .superRefine((value, context) =>
          context.addIssue({ code: 'custom', message: text(String(value)) }),
        ),
    });
  const told = async (text: (value: string) => string, v: unknown) => {
    const result = await toSchema(message(text), place).parse({ v });
    return result.ok ? '' : result.issues[0]?.message;
  };
  expect(await told((value) => `bad ${value}!`, 4111111111111111)).toBe('bad …!');
  expect(await told((value) => `bad ${value.slice(0, 12)}...`, 'a very long secret text')).toBe(
    'bad …...',
  );
  expect(await told((value) => `bad "${value}"`, 'pin')).toBe('bad "…"');
});

test('tells a few hundred issues at most', async () => {
  const result = await toSchema(z.object({ a: z.array(z.number()) }), place).parse({
    a: Array(5_000).fill('x'),
  });
  expect(result).toMatchObject({ ok: false });
  if (!result.ok) expect(result.issues.at(-1)?.message).toBe('and 4800 more issues');
});

test('looks for each text of a large value once, however many issues say the same', async () => {
  const count = 19_000;
  let reads = 0;
  const rows = Array.from({ length: count }, (_, n) => ({
    get name() {
      reads++;
      return `name ${n} is long`;
    },
    note: null,
  }));
  const name = z.string().refine(() => false, 'is not known');
  const row = z.object({ name, note: z.string().optional() });
  const schema = toSchema(z.object({ rows: z.array(row) }), place);
  const searches = vi.spyOn(String.prototype, 'includes');
  const result = await schema.parseLeniently({ rows });
  const searched = searches.mock.calls.length;
  searches.mockRestore();
  expect(result).toMatchObject({ ok: false });
  if (!result.ok) expect(result.issues).toHaveLength(201);
  expect(searched).toBeGreaterThanOrEqual(count);
  expect(searched).toBeLessThan(2 * count);
  expect(reads).toBeLessThan(10 * count);
});
