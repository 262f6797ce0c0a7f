import { expect, test } from 'vitest';
import { z } from 'zod3';
import { toSchema } from './index.ts';
import { zod3ToJson } from './zod3-json.ts';
import type { Zod3Node } from './zod3-node.ts';

const convert = (schema: z.ZodTypeAny) => zod3ToJson(schema as unknown as Zod3Node, 'input');
/** What TypeScript makes of `enum Color { Red, Blue }`. */
const Color = { 0: 'Red', 1: 'Blue', Red: 0, Blue: 1 } as const;

test.each<[string, z.ZodTypeAny, object]>([
  [
    'string',
    z.string().min(1).max(5).describe('d'),
    { type: 'string', minLength: 1, maxLength: 5, description: 'd' },
  ],
  ['email', z.string().email(), { type: 'string', format: 'email' }],
  ['url', z.string().url(), { type: 'string', format: 'uri' }],
  ['regex', z.string().regex(/^a+$/), { type: 'string', pattern: '^a+$' }],
  ['startsWith', z.string().startsWith('a.b'), { type: 'string', pattern: '^a\\.b' }],
  ['number', z.number().min(1).lt(9), { type: 'number', minimum: 1, exclusiveMaximum: 9 }],
  ['integer', z.number().int(), { type: 'integer' }],
  ['boolean', z.boolean(), { type: 'boolean' }],
  ['literal', z.literal('a'), { type: 'string', const: 'a' }],
  ['enum', z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
  ['native enum', z.nativeEnum(Color), { type: 'number', enum: [0, 1] }],
  ['array', z.array(z.string()).min(1), { type: 'array', items: { type: 'string' }, minItems: 1 }],
  [
    'tuple',
    z.tuple([z.string(), z.number()]),
    {
      type: 'array',
      items: [{ type: 'string' }, { type: 'number' }],
      minItems: 2,
      maxItems: 2,
      additionalItems: false,
    },
  ],
  ['record', z.record(z.number()), { type: 'object', additionalProperties: { type: 'number' } }],
  ['union', z.union([z.string(), z.number()]), { anyOf: [{ type: 'string' }, { type: 'number' }] }],
  ['nullable', z.string().nullable(), { type: ['string', 'null'] }],
  ['default', z.number().default(7), { type: 'number', default: 7 }],
  ['date', z.date(), { type: 'string', format: 'date-time' }],
  ['any', z.any(), {}],
  ['refine', z.string().refine(Boolean), { type: 'string' }],
  ['transform', z.string().transform(Number), { type: 'string' }],
  ['preprocess', z.preprocess(Number, z.number()), { type: 'number' }],
  ['pipe', z.string().pipe(z.coerce.number()), { type: 'string' }],
  ['brand', z.string().brand('x'), { type: 'string' }],
])('converts %s', (_, schema, json) => {
  expect(convert(schema)).toEqual(json);
});

test('requires what has no default and is not optional, behind wrappers too', () => {
  const schema = z.object({
    a: z.string(),
    b: z.string().optional().nullable(),
    c: z.number().default(1).transform(String),
    d: z.string().nullable(),
  });
  expect(convert(schema).required).toEqual(['a', 'd']);
  expect(convert(schema).additionalProperties).toBe(false);
  expect(convert(z.object({}).passthrough()).additionalProperties).toBeUndefined();
});

test('unfolds a lazy schema a few times only', () => {
  type Node = { children?: Node[] | undefined };
  const node: z.ZodType<Node> = z.lazy(() => z.object({ children: z.array(node).optional() }));
  expect(JSON.stringify(convert(node)).length).toBeLessThan(2_000);
  const schema = toSchema(z.object({ node }), {
    owner: 'Tool',
    option: 'inputSchema',
    root: 'object',
  });
  expect(schema.jsonSchema()).toMatchObject({ type: 'object' });
});

test('joins objects of an intersection that can both be met', () => {
  const both = z.object({ v: z.object({ a: z.string() }).and(z.object({ b: z.string() })) });
  const json = toSchema(both, {
    owner: 'Tool',
    option: 'inputSchema',
    root: 'object',
  }).jsonSchema();
  expect(JSON.stringify((json.properties as { v: object }).v)).not.toContain(
    'additionalProperties',
  );
});
