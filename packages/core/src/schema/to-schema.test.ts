import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { z as z3 } from 'zod3';
import { TenonError } from '../base/errors.ts';
import { toSchema } from './index.ts';

const place = { owner: 'Tool "weather"', option: 'inputSchema', root: 'object' } as const;
const take = (source: unknown) => toSchema(source, place);
const aiSdk = (json: object, validate?: (value: unknown) => unknown) => ({
  [Symbol.for('vercel.ai.schema')]: true,
  _type: undefined,
  jsonSchema: json,
  validate,
});
const trip = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'number' } },
  required: ['city', 'days'],
  additionalProperties: false,
};
const kinds: Record<string, unknown> = {
  zod: z.object({ city: z.string(), days: z.number() }),
  zod3: z3.object({ city: z3.string(), days: z3.number() }),
  valibot: toStandardJsonSchema(v.object({ city: v.string(), days: v.number() })),
  arktype: type({ city: 'string', days: 'number' }),
  'json-schema': trip,
  'ai-sdk': aiSdk(trip),
};

describe.each(Object.entries(kinds))('%s', (vendor, source) => {
  test('is recognised and told as draft-07, once', () => {
    const schema = take(source);
    const json = schema.jsonSchema();
    expect(schema.vendor).toBe(vendor);
    expect(json).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'number' } },
    });
    expect([...(json.required as string[])].sort()).toEqual(['city', 'days']);
    expect(take(source).jsonSchema()).toBe(json);
    expect(Object.isFrozen(json.properties)).toBe(true);
  });

  test('accepts what matches and names the field that does not', async () => {
    const schema = take(source);
    const good = { city: 'Oslo', days: 3 };
    expect(await schema.parse(good)).toEqual({ ok: true, value: good });
    expect(await schema.parse({ city: 'Oslo', days: 'many' })).toMatchObject({
      ok: false,
      issues: [{ path: ['days'], message: expect.stringMatching(/number/) }],
    });
    expect(await schema.parse({ city: 'Oslo' })).toMatchObject({ issues: [{ path: ['days'] }] });
    expect(await schema.parse(undefined)).toMatchObject({ ok: false });
  });
});

function codeOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!TenonError.is(error)) throw error;
    expect(error.message).toContain('Tool "weather"');
    expect(error.message).toContain('inputSchema');
    return error.code;
  }
}

test.each([
  ['a text', 'x'],
  ['null', null],
  ['undefined', undefined],
  ['a number', 3],
  ['a function', () => ({})],
  ['an array', []],
  ['a plain object of schemas', { city: z.string() }],
  ['an object that is something else', { city: 'string' }],
  [
    'a JSON Schema whose reference leads nowhere',
    { type: 'object', properties: { a: { $ref: '#/$defs/a' } } },
  ],
  [
    'a JSON Schema with a remote reference',
    { type: 'object', properties: { a: { $ref: 'https://x.example/a' } } },
  ],
  [
    'an AI SDK schema with such a reference',
    aiSdk({ type: 'object', properties: { a: { $ref: '#/$defs/a' } } }),
  ],
  ['a JSON Schema with an unknown type', { type: 'object', properties: { a: { type: 'text' } } }],
  ['a JSON Schema with a broken pattern', { type: 'object', properties: { a: { pattern: '(' } } }],
])('refuses %s when it is defined', (_, source) => {
  expect(codeOf(() => take(source))).toBe('SCHEMA_UNSUPPORTED');
});

test('names the converter for a Standard Schema without its JSON Schema side', () => {
  expect(codeOf(() => take(v.object({})))).toBe('SCHEMA_JSON_SIDE_MISSING');
  expect(() => take(v.object({}))).toThrow(/toStandardJsonSchema.*@valibot\/to-json-schema/);
  const own = {
    '~standard': { version: 1, vendor: 'home', validate: (value: unknown) => ({ value }) },
  };
  expect(() => take(own)).toThrow(/schema of home/);
});

test.each([
  ['zod', z.string()],
  ['a zod array', z.array(z.object({}))],
  ['a mixed zod union', z.union([z.object({}), z.string()])],
  ['zod 3', z3.number()],
  ['JSON Schema', { type: 'array', items: {} }],
  ['ai-sdk', aiSdk({ type: 'string' })],
])('refuses a root that is no object when it is defined: %s', (_, source) => {
  expect(codeOf(() => take(source))).toBe('SCHEMA_ROOT_NOT_OBJECT');
  expect(toSchema(source, { owner: 'x', option: 'outputSchema' }).jsonSchema()).toBeDefined();
});

test.each([
  ['arktype', type('string')],
  ['valibot', toStandardJsonSchema(v.string())],
  ['lazy zod', z.lazy(() => z.string())],
])('refuses a root that is no object at the first use, not when it is defined: %s', (_, source) => {
  const defined = take(source);
  expect(codeOf(() => defined.jsonSchema())).toBe('SCHEMA_ROOT_NOT_OBJECT');
  expect(codeOf(() => defined.jsonSchema())).toBe('SCHEMA_ROOT_NOT_OBJECT');
});

test.each([
  ['zod', z.union([z.object({ a: z.string() }), z.object({ b: z.number() })])],
  [
    'zod, discriminated',
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b') }),
    ]),
  ],
  ['zod 3', z3.union([z3.object({ a: z3.string() }), z3.object({ b: z3.number() })])],
  ['arktype', type({ a: 'string' }).or({ b: 'number' })],
  [
    'JSON Schema',
    { oneOf: [{ type: 'object' }, { $ref: '#/$defs/b' }], $defs: { b: { type: 'object' } } },
  ],
])('sends a union of objects as one object with alternatives: %s', (_, source) => {
  const json = take(source).jsonSchema();
  expect(json).toMatchObject({ type: 'object', anyOf: [{}, {}] });
  expect(JSON.stringify(json)).not.toContain('oneOf');
});

test('sends dates as text, nothing closed in vain and no property without a type', () => {
  const schema = z.object({
    when: z.date().optional(),
    both: z.object({ a: z.string() }).and(z.object({ b: z.string() })),
    anything: z.any().describe('whatever'),
    op: z.discriminatedUnion('t', [
      z.object({ t: z.literal('a') }),
      z.object({ t: z.literal('b') }),
    ]),
    big: z.bigint().optional(),
  });
  const json = take(schema).jsonSchema() as { properties: Record<string, Record<string, unknown>> };
  expect(json.properties.when).toEqual({ type: 'string', format: 'date-time' });
  expect(json.properties.both).toMatchObject({ type: 'object', properties: { a: {}, b: {} } });
  expect(json.properties.anything).toMatchObject({
    description: 'whatever',
    type: expect.arrayContaining(['string', 'null']),
  });
  expect(json.properties.op?.anyOf).toHaveLength(2);
  expect(JSON.stringify(json)).not.toMatch(/oneOf|"x-/);
});

test('follows a recursive zod schema and one with an id', async () => {
  const node = z.object({
    name: z.string(),
    get children() {
      return z.array(node).optional();
    },
  });
  expect(take(node).jsonSchema()).toMatchObject({ type: 'object', properties: { children: {} } });
  const named = z.object({ a: z.string() }).meta({ id: 'to-schema-test' });
  expect(take(named).jsonSchema()).toMatchObject({
    type: 'object',
    properties: { a: { type: 'string' } },
  });
});

test('takes a schema that allows anything as an open object', () => {
  for (const source of [z.any(), z.unknown(), z3.any(), {}]) {
    const json = take(source).jsonSchema();
    expect(json).toMatchObject({ type: 'object', properties: {} });
    expect(json).not.toHaveProperty('additionalProperties');
  }
});

test('converts plain schemas of zod/mini and says what to do for others', () => {
  const schema = take(mini.object({ a: mini.optional(mini.string()) }));
  expect(schema.jsonSchema()).toMatchObject({ properties: { a: { type: 'string' } } });
  expect(schema.parse({ a: 'x' })).toEqual({ ok: true, value: { a: 'x' } });
  const other = take(mini.object({ a: mini.email() }));
  expect(codeOf(() => other.jsonSchema())).toBe('SCHEMA_JSON_SIDE_MISSING');
});

test('names the place that asks, also where places share a schema', () => {
  const shared = type('string');
  toSchema(shared, { ...place, owner: 'Tool "first"' });
  expect(codeOf(() => take(shared).jsonSchema())).toBe('SCHEMA_ROOT_NOT_OBJECT');
});

test('tells the output side too', () => {
  const schema = take(
    z.object({ n: z.string().transform(Number).pipe(z.number()), d: z.number().default(1) }),
  );
  expect(schema.jsonSchema('output')).toMatchObject({
    properties: { n: { type: 'number' } },
    required: ['n', 'd'],
  });
  expect(schema.jsonSchema()).toMatchObject({
    properties: { n: { type: 'string' } },
    required: ['n'],
  });
});

test('supports asynchronous schemas, and runs their checks once per value', async () => {
  let runs = 0;
  const check = async (text: string) => {
    runs++;
    return text !== 'bad';
  };
  const schema = take(z.object({ a: z.string().refine(check, 'is bad') }));
  for (let round = 0; round < 2; round++) {
    const result = schema.parse({ a: 'good' });
    expect(result).toBeInstanceOf(Promise);
    expect(await result).toEqual({ ok: true, value: { a: 'good' } });
  }
  expect(runs).toBe(2);
  expect(await schema.parse({ a: 'bad' })).toMatchObject({
    issues: [{ path: ['a'], message: 'is bad' }],
  });
  const old = take(z3.object({ a: z3.string().refine(check, 'is bad') }));
  expect(await old.parse({ a: 'bad' })).toMatchObject({ issues: [{ message: 'is bad' }] });
  expect(old.parse({ a: 'good' })).toBeInstanceOf(Promise);
});

test('a check that becomes asynchronous later is followed', async () => {
  const schema = take(
    z.object({
      a: z
        .string()
        .optional()
        .refine((a) => (a ? Promise.resolve(a !== 'bad') : true)),
    }),
  );
  expect(schema.parse({})).toEqual({ ok: true, value: {} });
  expect(await schema.parse({ a: 'x' })).toEqual({ ok: true, value: { a: 'x' } });
});

test('what the author throws is told as an issue, without the value', async () => {
  const schema = take(z.object({ a: z.string().transform((text) => JSON.parse(text)) }));
  const result = await schema.parse({ a: 'S3CRET-VALUE' });
  expect(result).toMatchObject({ ok: false, issues: [{ path: [] }] });
  expect(JSON.stringify(result)).not.toContain('S3CRET-VALUE');
});

test('uses the validation of an AI SDK schema where it has one', async () => {
  const validate = (value: unknown) =>
    typeof (value as { a?: unknown }).a === 'string'
      ? { success: true, value: { a: 'parsed' } }
      : { success: false, error: new Error('a must be text') };
  const sync = take(aiSdk(trip, validate));
  expect(sync.parse({ a: 'x' })).toEqual({ ok: true, value: { a: 'parsed' } });
  expect(sync.parse({})).toEqual({ ok: false, issues: [{ message: 'a must be text', path: [] }] });
  const later = take(aiSdk(trip, async (value) => validate(value)));
  expect(await later.parse({ a: 'x' })).toEqual({ ok: true, value: { a: 'parsed' } });
});

test('converts a schema when its JSON Schema is first asked for, and only once', () => {
  let conversions = 0;
  const source = {
    '~standard': {
      version: 1,
      vendor: 'counting',
      validate: (value: unknown) => ({ value }),
      jsonSchema: {
        input: () => {
          conversions += 1;
          return trip;
        },
      },
    },
  };
  const [schema, shared] = [take(source), take(source)];
  expect(conversions).toBe(0);
  const json = schema.jsonSchema();
  expect(json).toMatchObject({ properties: { city: { type: 'string' } } });
  expect(schema.jsonSchema()).toBe(json);
  expect(shared.jsonSchema()).toBe(json);
  expect(conversions).toBe(1);
});

test('reads the fields of a Zod schema when its JSON Schema is asked for, and only once', () => {
  let reads = 0;
  const city = z.lazy(() => {
    reads += 1;
    return z.string();
  });
  const schema = take(z.object({ city }));
  expect(reads).toBe(0);
  schema.jsonSchema();
  const readsOfOne = reads;
  expect(readsOfOne).toBeGreaterThan(0);
  schema.jsonSchema();
  expect(reads).toBe(readsOfOne);
});
