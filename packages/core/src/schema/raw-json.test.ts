import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { toSchema } from './index.ts';

const take = (source: unknown) =>
  toSchema(source, { owner: 'Tool "t"', option: 'inputSchema', root: 'any' });
async function issuesOf(schema: object, value: unknown): Promise<string[]> {
  const result = await take(schema).parse(value);
  return result.ok
    ? []
    : result.issues.map(({ path, message }) => `${path.join('.') || 'root'}: ${message}`);
}
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

test.each<[string, object, unknown, string[]]>([
  ['type', object({ days: { type: 'number' } }), { days: 'x' }, ['days: must be number']],
  [
    'several types',
    object({ a: { type: ['string', 'null'] } }),
    { a: 1 },
    ['a: must be string or null'],
  ],
  [
    'a missing property',
    object({ email: {} }, { required: ['email', 'name'] }),
    {},
    ['email: is required', 'name: is required'],
  ],
  [
    'a property too much',
    object({ o: object({}, { additionalProperties: false }) }),
    { o: { x: 1 } },
    ['o.x: is not allowed'],
  ],
  ['enum', object({ a: { enum: ['x', 1] } }), { a: 'y' }, ['a: must be one of "x", 1']],
  ['const', object({ a: { const: 'x' } }), { a: 'y' }, ['a: must be "x"']],
  [
    'bounds',
    object({ a: { minimum: 1 }, b: { exclusiveMaximum: 5 } }),
    { a: 0, b: 5 },
    ['a: must be >= 1', 'b: must be < 5'],
  ],
  [
    'lengths',
    object({ a: { minLength: 3 }, b: { maxItems: 1 } }),
    { a: 'x', b: [1, 2] },
    ['a: must have at least 3 characters', 'b: must have at most 1 items'],
  ],
  ['pattern', object({ a: { pattern: '^x' } }), { a: 'y' }, ['a: must match the pattern ^x']],
  ['format', object({ a: { format: 'email' } }), { a: 'y' }, ['a: must be a valid email']],
  [
    'items',
    object({ a: { type: 'array', items: { type: 'integer' } } }),
    { a: [1, 'x', 1.5] },
    ['a.1: must be integer', 'a.2: must be integer'],
  ],
  [
    'tuples',
    object({ a: { prefixItems: [{ type: 'string' }, { type: 'number' }], items: false } }),
    { a: ['x', 'y', 1] },
    ['a.1: must be number', 'a.2: is not allowed'],
  ],
  [
    'a reference',
    object({ a: { $ref: '#/$defs/n' } }, { $defs: { n: { type: 'number' } } }),
    { a: 'x' },
    ['a: must be number'],
  ],
  [
    'a union of types',
    object({ a: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }),
    { a: 'x' },
    ['a: must be integer or null'],
  ],
  [
    'a union where one branch is meant',
    object({ a: { anyOf: [{ type: 'null' }, object({ b: { type: 'string' } })] } }),
    { a: { b: 1 } },
    ['a.b: must be string'],
  ],
  [
    'keys with slashes',
    object({ 'a/b~c %': { type: 'string' } }),
    { 'a/b~c %': 1 },
    ['a/b~c %: must be string'],
  ],
  [
    'not',
    object({ a: { not: { type: 'string' } } }),
    { a: 'x' },
    ['a: has a form that is not allowed'],
  ],
  [
    'if and then',
    JSON.parse('{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]}}'),
    { a: 1 },
    ['b: is required'],
  ],
  [
    'no repeated items',
    object({ a: { uniqueItems: true } }),
    { a: [1, 1] },
    ['a: must not have the same item twice'],
  ],
  [
    'names of properties',
    { propertyNames: { pattern: '^x' } },
    { xa: 1, b: 1 },
    ['root: has a property with a name that is not allowed'],
  ],
  [
    'a value that contains itself',
    {},
    (() => {
      const a: { a?: unknown } = {};
      a.a = a;
      return a;
    })(),
    ['a: must not contain itself'],
  ],
  ['what JSON cannot carry', object({}), { a: 1n }, ['a: must be a JSON value']],
])('tells in words of the schema: %s', async (_, schema, value, issues) => {
  expect(await issuesOf(schema, value)).toEqual(issues);
});

test('accepts what is not forbidden, and takes undefined as absent', async () => {
  expect(await issuesOf(object({ a: { type: 'string' } }), { a: undefined, extra: 1 })).toEqual([]);
  const value = { a: undefined, b: [1] };
  const result = await take(object({ a: { type: 'string' } })).parse(value);
  expect(result.ok && result.value).toBe(value);
});

test('reads the siblings of a reference as the declared draft does', async () => {
  const schema = (draft?: string) => ({
    ...(draft && { $schema: draft }),
    ...object(
      { a: { $ref: '#/definitions/s', minLength: 3 } },
      { definitions: { s: { type: 'string' } } },
    ),
  });
  expect(await issuesOf(schema('http://json-schema.org/draft-07/schema#'), { a: 'x' })).toEqual([]);
  const newer = 'https://json-schema.org/draft/2020-12/schema';
  expect(await issuesOf(schema(newer), { a: 'x' })).toEqual(['a: must have at least 3 characters']);
});

test('resolves pointers, anchors and ids', async () => {
  const schema = {
    $id: 'https://x.example/root',
    ...object({
      a: { $ref: '#/$defs/a~1b' },
      b: { $ref: '#n' },
      c: { $ref: 'https://x.example/root#/$defs/n' },
    }),
    $defs: { 'a/b': { type: 'number' }, n: { $anchor: 'n', type: 'number' } },
  };
  expect(await issuesOf(schema, { a: 'x', b: 'x', c: 'x' })).toEqual([
    'a: must be number',
    'b: must be number',
    'c: must be number',
  ]);
});

test('leaves the schema of the author as it is, frozen or not', async () => {
  const schema = Object.freeze({
    type: 'object',
    properties: Object.freeze({ a: Object.freeze({ type: 'string' }) }),
    $defs: {},
  });
  const before = JSON.stringify(schema);
  expect(await issuesOf(schema, { a: 1 })).toEqual(['a: must be string']);
  take(schema).jsonSchema();
  expect(JSON.stringify(schema)).toBe(before);
  const open = { type: 'object', properties: { a: { description: 'x' } } };
  take(open).jsonSchema();
  expect(Object.isFrozen(open.properties)).toBe(false);
  const union = { anyOf: [{ type: 'object' }, { type: 'object' }] };
  toSchema(union, { owner: 'Tool', option: 'inputSchema', root: 'object' }).jsonSchema();
  expect(Object.isFrozen(union.anyOf[0])).toBe(false);
  expect(Object.getOwnPropertyNames(open)).toEqual(['type', 'properties']);
});

test.each([
  ['^[\\w-.]+\\-x\\_\\@$', 'a-b.c-x_@', '!'],
  ["^[a\\-z']+$", "a-z'", 'b'],
  ['^[\\w-]+$', 'a-b', '!'],
  ['^{\\d}}$', '{1}}', '{x}}'],
  ['^\\d{3}\\ ]$', '123 ]', '12 ]'],
])(
  'takes a pattern that is written for engines without the u flag: %s',
  async (pattern, good, bad) => {
    const schema = object({ a: { type: 'string', pattern } });
    expect(await issuesOf(schema, { a: good })).toEqual([]);
    expect(await issuesOf(schema, { a: bad })).toHaveLength(1);
  },
);

test('sends definitions along, tuples and the draft in the form of draft-07', () => {
  const json = take({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...object({
      a: { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      b: { $ref: '#/$defs/b' },
    }),
    $defs: { b: { type: 'string' } },
  }).jsonSchema();
  expect(json).toMatchObject({
    $schema: 'http://json-schema.org/draft-07/schema#',
    properties: {
      a: { items: [{ type: 'string' }], additionalItems: { type: 'number' } },
      b: { $ref: '#/$defs/b' },
    },
    $defs: { b: { type: 'string' } },
  });
});

test('works where code may not be made from strings', () => {
  const file = fileURLToPath(import.meta.resolve('@cfworker/json-schema'));
  const code = `
    const { Validator } = await import(${JSON.stringify(file)});
    process.stdout.write(String(new Validator({ type: 'object', properties: { a: { pattern: '^x', format: 'email' } } }, '7', false).validate({ a: 'y' }).valid));`;
  const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', code];
  expect(execFileSync(process.execPath, flags, { encoding: 'utf8' })).toBe('false');
});
