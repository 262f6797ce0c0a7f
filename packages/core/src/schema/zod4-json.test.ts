import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { plainZodToJson } from './zod4-json.ts';
import type { ZodNode } from './zod4-node.ts';

const convert = (schema: z.ZodType) => plainZodToJson(schema as unknown as ZodNode);

/** Zod's own converter, with objects closed as we send them. */
function byZod(schema: z.ZodType): unknown {
  const json = z.toJSONSchema(schema, {
    target: 'draft-07',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (def.type === 'object' && !('catchall' in def && def.catchall)) {
        jsonSchema.additionalProperties = false;
      }
    },
  });
  return JSON.parse(JSON.stringify(json));
}

const text = fc.string({ maxLength: 6 });
const bound = fc.integer({ min: -20, max: 20 });
const leaf: fc.Arbitrary<z.ZodType> = fc.oneof(
  fc
    .array(fc.tuple(fc.constantFrom('min', 'max', 'length'), fc.nat(9)), { maxLength: 3 })
    .map((checks) => checks.reduce((schema, [name, n]) => schema[name as 'min'](n), z.string())),
  fc
    .array(
      fc.tuple(fc.constantFrom('min', 'max', 'gt', 'lt', 'int', 'positive', 'multipleOf'), bound),
      { maxLength: 3 },
    )
    .map((checks) =>
      checks.reduce(
        (schema, [name, n]) => schema[name as 'min'](n === 0 && name === 'multipleOf' ? 1 : n),
        z.number(),
      ),
    ),
  fc.constantFrom<z.ZodType>(
    z.boolean(),
    z.int(),
    z.coerce.number(),
    z.coerce.string(),
    z.string().trim(),
  ),
  fc.uniqueArray(text, { minLength: 1, maxLength: 3 }).map((names) => z.enum(names as [string])),
  fc.oneof(text, bound, fc.boolean(), fc.constant(null)).map((value) => z.literal(value)),
  fc
    .uniqueArray(fc.oneof(text, bound), { minLength: 2, maxLength: 3 })
    .map((values) => z.literal(values)),
  fc.constant(z.string().refine((value) => value.length > 1)),
  fc.constantFrom<z.ZodType>(
    z.email(),
    z.iso.date(),
    z.union([z.string(), z.number()]),
    z.any(),
    z.string().regex(/^a/),
  ),
);
const key = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'type', 'length'),
  },
);
const { node: schemas } = fc.letrec<{ node: z.ZodType }>((tie) => {
  const inner = tie('node');
  return {
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      inner.map((schema) => schema.optional()),
      inner.map((schema) => schema.nullable()),
      fc
        .tuple(inner, fc.oneof(text, bound, fc.constant(null), fc.constant(['x'])))
        .map(([schema, value]) => schema.default(value as never)),
      fc.tuple(inner, fc.option(fc.nat(4)), fc.option(fc.nat(4))).map(([schema, min, max]) => {
        let array = z.array(schema);
        if (min !== null) array = array.min(min);
        if (max !== null) array = array.max(max);
        return array;
      }),
      fc
        .tuple(inner, text, fc.boolean())
        .map(([schema, words, title]) =>
          title
            ? schema.meta({ title: words, examples: [words], deprecated: true })
            : schema.describe(words),
        ),
      fc
        .tuple(
          fc.array(fc.tuple(key, inner), { maxLength: 5 }),
          fc.constantFrom('object', 'strict', 'loose'),
        )
        .map(([fields, kind]) => {
          const shape = Object.fromEntries(fields);
          if (kind === 'strict') return z.strictObject(shape);
          return kind === 'loose' ? z.looseObject(shape) : z.object(shape);
        }),
    ),
  };
});

test('converts plain Zod schemas exactly as Zod does', () => {
  let plain = 0;
  fc.assert(
    fc.property(schemas, (schema) => {
      const ours = convert(schema);
      if (ours === undefined) return;
      plain++;
      expect(JSON.parse(JSON.stringify(ours))).toEqual(byZod(schema));
    }),
    { numRuns: 1500 },
  );
  expect(plain).toBeGreaterThan(300);
});

test('does not require what is optional inside a nullable', () => {
  const json = convert(
    z.object({ a: z.string().optional().nullable(), b: z.number().default(1).nullable() }),
  );
  expect(json).not.toHaveProperty('required');
});

test('keeps a field named __proto__', () => {
  const shape = Object.fromEntries([['__proto__', z.string()]]);
  const json = convert(z.object(shape)) as { properties: object; required: string[] };
  expect(Object.keys(json.properties)).toEqual(['__proto__']);
  expect(json.required).toEqual(['__proto__']);
});

test('gives up on a schema that contains itself instead of overflowing', () => {
  const person = z.object({
    name: z.string(),
    get friends() {
      return z.array(person);
    },
    get parents() {
      return z.array(person);
    },
  });
  expect(convert(person)).toBeUndefined();
});

test('takes over what a description inherits from before a check', () => {
  const schema = z.object({ a: z.string().describe('a text').min(2) });
  expect(convert(schema)).toMatchObject({
    properties: { a: { description: 'a text', minLength: 2 } },
  });
  expect(JSON.parse(JSON.stringify(convert(schema)))).toEqual(byZod(schema));
});

test('gives up on schemas with an id, on the schema itself or one that it was made from', () => {
  expect(convert(z.object({ a: z.string().meta({ id: 'test-id-a' }) }))).toBeUndefined();
  expect(convert(z.object({ a: z.string().meta({ id: 'test-id-b' }).min(1) }))).toBeUndefined();
});

test('is frozen throughout', () => {
  const json = convert(z.object({ a: z.array(z.enum(['x'])).nullable() })) as {
    properties: { a: object };
  };
  expect(Object.isFrozen(json)).toBe(true);
  expect(Object.isFrozen(json.properties)).toBe(true);
  expect(Object.isFrozen(json.properties.a)).toBe(true);
});
