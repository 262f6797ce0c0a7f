import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { toSchema } from './index.ts';

const lenient = (source: unknown, value: unknown) =>
  toSchema(source, { owner: 'Tool "t"', option: 'inputSchema', root: 'object' }).parseLeniently(
    value,
  );

const kinds: Record<string, unknown> = {
  zod: z.object({
    n: z.number().optional(),
    a: z.array(z.string()),
    o: z.object({ q: z.number().optional() }).optional(),
  }),
  'zod 3': z3.object({
    n: z3.number().optional(),
    a: z3.array(z3.string()),
    o: z3.object({ q: z3.number().optional() }).optional(),
  }),
  valibot: toStandardJsonSchema(
    v.object({
      n: v.optional(v.number()),
      a: v.array(v.string()),
      o: v.optional(v.object({ q: v.optional(v.number()) })),
    }),
  ),
  arktype: type({ 'n?': 'number', a: 'string[]', 'o?': { 'q?': 'number' } }),
  'JSON Schema': {
    type: 'object',
    properties: {
      n: { type: 'number' },
      a: { type: 'array', items: { type: 'string' } },
      o: { $ref: '#/definitions/o' },
    },
    required: ['a'],
    definitions: { o: { type: 'object', properties: { q: { type: 'number' } } } },
  },
};

describe.each(Object.entries(kinds))('%s', (_, source) => {
  test('reads a text that is the wanted list or object', async () => {
    expect(await lenient(source, { a: '["x"]' })).toEqual({ ok: true, value: { a: ['x'] } });
    expect(await lenient(source, { a: [], o: ' {"q":1} ' })).toEqual({
      ok: true,
      value: { a: [], o: { q: 1 } },
    });
    expect(await lenient(source, '{"a":["x"]}')).toEqual({ ok: true, value: { a: ['x'] } });
  });

  test('takes null for an optional field as absent, nested too', async () => {
    expect(await lenient(source, { a: [], n: null, o: { q: null } })).toEqual({
      ok: true,
      value: { a: [], o: {} },
    });
    expect(await lenient(source, { a: [], o: null })).toEqual({ ok: true, value: { a: [] } });
  });

  test('makes all repairs of one call, also inside of what it repaired', async () => {
    expect(await lenient(source, { n: null, a: '["q"]', o: '{"q":null}' })).toEqual({
      ok: true,
      value: { a: ['q'], o: {} },
    });
  });

  test('leaves what is no JSON, of another type, or null where it is required', async () => {
    for (const a of ['["x"', '{"x":1}', 'x', null, '"x"', '[1]']) {
      expect(await lenient(source, { a })).toMatchObject({
        ok: false,
        issues: [{ path: a === '[1]' ? ['a'] : ['a'] }],
      });
    }
  });

  test('does not change the value it was given', async () => {
    const value = Object.freeze({ n: null, a: '["q"]', o: Object.freeze({ q: null }) });
    expect(await lenient(source, value)).toMatchObject({ ok: true });
    expect(value).toEqual({ n: null, a: '["q"]', o: { q: null } });
  });
});

test('takes no input as the empty object', async () => {
  expect(await lenient(z.object({ a: z.number().default(1) }), undefined)).toEqual({
    ok: true,
    value: { a: 1 },
  });
  expect(await lenient({ type: 'object' }, null)).toEqual({ ok: true, value: {} });
});

test('takes no input as null where the root may be null', async () => {
  const schema = z.object({ a: z.number() }).nullable();
  const place = { owner: 'Tool "t"', option: 'resumeSchema' };
  expect(await toSchema(schema, place).parseLeniently(null)).toEqual({ ok: true, value: null });
  expect(toSchema(schema, place).jsonSchema()).toMatchObject({ anyOf: [{}, { type: 'null' }] });
  const tool = toSchema(schema, { ...place, root: 'object' });
  expect(tool.jsonSchema()).toMatchObject({
    type: 'object',
    properties: { a: { type: 'number' } },
  });
  expect(tool.jsonSchema()).toBe(tool.jsonSchema());
});

test('lets a nullable field keep its null and gives a default for one that is not', async () => {
  const schema = z.object({
    a: z.number().default(5),
    b: z.string().optional(),
    c: z.string().nullable(),
  });
  expect(await lenient(schema, { a: null, b: null, c: null })).toEqual({
    ok: true,
    value: { a: 5, c: null },
  });
});

test('accepts null and absence where a JSON Schema allows null', async () => {
  const schema = {
    type: 'object',
    properties: { limit: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
  };
  expect(await lenient(schema, { limit: null })).toEqual({ ok: true, value: { limit: null } });
  expect(await lenient(schema, {})).toEqual({ ok: true, value: {} });
});

test('reads a text that could stay a text as a text', async () => {
  const schema = z.object({ a: z.union([z.string().max(3), z.array(z.string())]) });
  expect(await lenient(schema, { a: '["x"]' })).toMatchObject({ ok: false });
});

test('takes an ISO text where a Date is wanted, for every library', async () => {
  const iso = '2026-03-01T10:00:00+02:00';
  for (const schema of [
    z.object({ d: z.date() }),
    z.object({ d: z.union([z.date(), z.null()]) }),
    z3.object({ d: z3.date() }),
    toStandardJsonSchema(v.object({ d: v.date() })),
    type({ d: 'Date' }),
  ]) {
    expect(await lenient(schema, { d: iso })).toEqual({ ok: true, value: { d: new Date(iso) } });
    expect(await lenient(schema, { d: '2026-02-30' })).toMatchObject({ ok: false });
    expect(await lenient(schema, { d: '2026-03-01T10:00:00' })).toMatchObject({ ok: false });
  }
});

test('gives a missing prompt the text that came under another name', async () => {
  const schema = z.strictObject({ prompt: z.string() });
  expect(await lenient(schema, { message: 'hi' })).toEqual({ ok: true, value: { prompt: 'hi' } });
  const nothing = { prompt: null, query: 'hi' };
  expect(await lenient(schema, nothing)).toEqual({ ok: true, value: { prompt: 'hi' } });
  const both = z.object({ prompt: z.string(), query: z.string() });
  expect(await lenient(both, { query: 'hi' })).toMatchObject({ ok: false });
});

test('repairs inside the branch of a union that is meant', async () => {
  const a = z.object({ t: z.literal('a'), x: z.number().optional(), list: z.array(z.string()) });
  const schema = z.object({ op: z.union([a, z.object({ t: z.literal('b') })]) });
  expect(await lenient(schema, { op: { t: 'a', x: null, list: '["q"]' } })).toEqual({
    ok: true,
    value: { op: { t: 'a', list: ['q'] } },
  });
});

test('parses good input exactly once', () => {
  let count = 0;
  const schema = z.object({ s: z.string().transform((s) => `${++count}${s}`) });
  expect(lenient(schema, { s: 'x' })).toEqual({ ok: true, value: { s: '1x' } });
  expect(count).toBe(1);
});

test('repairs for an asynchronous schema', async () => {
  const schema = z.object({
    a: z.array(z.string()).refine(async () => true),
    n: z.number().default(2),
  });
  expect(await lenient(schema, { a: '["x"]', n: null })).toEqual({
    ok: true,
    value: { a: ['x'], n: 2 },
  });
});

test('tells the issues of the input as it came', async () => {
  const result = await lenient(z.object({ n: z.number().optional(), x: z.string() }), {
    n: null,
    x: 1,
  });
  expect(result).toMatchObject({ issues: [{ path: ['n'] }, { path: ['x'] }] });
});

describe('hostile values', () => {
  const tree: z.ZodType = z.object({
    get next() {
      return tree.optional();
    },
    get other() {
      return tree.optional();
    },
    n: z.number().optional(),
  });
  const deep = (depth: number, leaf: unknown) => {
    let value: unknown = leaf;
    for (let at = 0; at < depth; at++) value = { next: value };
    return value;
  };
  const cyclic = () => {
    const value: Record<string, unknown> = { n: null };
    value.next = value;
    value.other = value;
    return value;
  };
  const throwing = {
    get n(): number {
      throw new Error('S3CRET-VALUE');
    },
    next: 5,
  };
  const json = {
    type: 'object',
    properties: { next: { $ref: '#' }, other: { $ref: '#' }, n: { type: 'number' } },
  };

  test.each([
    ['zod', tree],
    ['JSON Schema', json],
    ['union', z.object({ u: z.union([tree, z.string()]).optional(), next: z.any(), n: z.any() })],
  ])('neither overflow nor pollute: %s', async (_, schema) => {
    for (const value of [
      deep(10, { n: null }),
      deep(70, { n: null }),
      deep(20_000, 5),
      cyclic(),
      { u: cyclic() },
      throwing,
    ]) {
      const result = await lenient(schema, value);
      expect(typeof result.ok).toBe('boolean');
    }
    const polluted = JSON.parse(
      '{"__proto__":{"polluted":1},"n":null,"next":"{\\"__proto__\\":{\\"polluted\\":1}}"}',
    );
    await lenient(schema, polluted);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('repairs ten levels down, and gives up beyond sixty-four', async () => {
    expect(await lenient(tree, deep(10, { n: null }))).toMatchObject({ ok: true });
    expect(await lenient(tree, deep(70, { n: null }))).toMatchObject({ ok: false });
  });

  test('repair a field named __proto__ like any other', async () => {
    const schema = { type: 'object', properties: JSON.parse('{"__proto__":{"type":"array"}}') };
    const result = await lenient(schema, JSON.parse('{"__proto__":"[1]"}'));
    expect(result).toMatchObject({ ok: true });
    expect(JSON.stringify(result)).toContain('{"__proto__":[1]}');
  });
});

test('says of a date what is wrong with it, not that JSON has none', async () => {
  const from = new Date('2020-01-01');
  const schemas = {
    zod: z.object({ at: z.date().min(from, 'too early'), list: z.array(z.date()) }),
    'zod 3': z3.object({ at: z3.date().min(from, 'too early'), list: z3.array(z3.date()) }),
    valibot: toStandardJsonSchema(
      v.object({ at: v.pipe(v.date(), v.minValue(from, 'too early')), list: v.array(v.date()) }),
    ),
  };
  for (const schema of Object.values(schemas)) {
    const given = (at: string, item: string) => lenient(schema, { at, list: [item] });
    const good = '2021-01-01T00:00:00Z';
    expect(await given('2019-01-01T00:00:00Z', good)).toEqual({
      ok: false,
      issues: [{ path: ['at'], message: 'too early' }],
    });
    expect(await given(good, 'soon')).toEqual({
      ok: false,
      issues: [{ path: ['list', 0], message: expect.stringContaining('ISO 8601') }],
    });
  }
});
