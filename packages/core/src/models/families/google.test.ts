import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createGoogleGenerativeAI as createGoogle5 } from 'google-ai5';
import { describe, expect, it } from 'vitest';
import { google as family } from './google.ts';
import { isJson, type Json } from './json.ts';
import { rewriteFor } from './rewrite-for.ts';
import { google, refusedIn } from './testing/refused.ts';
import { objectWith, type Row, treat, wanted } from './testing/table.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const nothing = { type: 'null' };
const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const rows: Row[] = [
  {
    title: 'leaves what survives',
    authored: object({ a: { ...text, minLength: 1 }, b: { type: ['number', 'null'] } }, ['a']),
    answers: [[{ a: 'x' }, { a: 'x' }]],
  },
  {
    title: 'sends a constant as a choice of one',
    authored: { ...text, const: 'a' },
    sent: { ...text, enum: ['a'] },
    answers: [['a', 'a']],
  },
  {
    title: 'sends values that are no texts as texts',
    authored: object({
      a: { ...number, enum: [1, 2] },
      b: { type: 'boolean', const: true },
      c: { enum: ['1', 1, '', null] },
    }),
    sent: object({
      a: { ...text, enum: ['1', '2'] },
      b: { ...text, enum: ['true'] },
      c: { anyOf: [{ ...text, enum: ['1', '1 (number)', '(empty)'] }, nothing] },
    }),
    answers: [
      [
        { a: '2', b: 'true', c: '1 (number)' },
        { a: 2, b: true, c: 1 },
      ],
      [
        { a: 2, b: true, c: '(empty)' },
        { a: 2, b: true, c: '' },
      ],
      [
        { a: '2', b: 'true', c: null },
        { a: 2, b: true, c: null },
      ],
    ],
  },
  {
    title: 'sends a record as entries, and what may be anything as JSON text',
    authored: object({ a: { type: 'object', additionalProperties: number }, b: {}, c: object({}) }),
    sent: object({
      a: object({
        entries: {
          type: 'array',
          description: 'The keys and their values.',
          items: object({ key: text, value: number }),
        },
      }),
      b: { ...text, description: 'Any JSON value, written as JSON text.' },
      c: { ...text, description: 'An empty JSON object, written as JSON text.' },
    }),
    answers: [
      [
        { a: { entries: [{ key: 'x', value: 1 }] }, b: '[1]', c: '{}' },
        { a: { x: 1 }, b: [1], c: {} },
      ],
    ],
  },
  {
    title: 'says in words what is lost',
    authored: object({
      a: { type: 'integer', exclusiveMinimum: 1, maximum: 2 ** 53 - 1 },
      b: { ...text, format: 'email', description: 'Where to write' },
      c: { type: 'array', items: text, maxItems: 2 },
      d: { ...text, default: 'x' },
    }),
    sent: object({
      a: { type: 'integer', maximum: 2 ** 53 - 1, description: 'More than 1.' },
      b: { ...text, description: 'Where to write. Format email.' },
      c: { type: 'array', items: text, description: 'At most 2 items.' },
      d: { ...text, description: 'Default: "x".' },
    }),
  },
  {
    title: 'says what is said of a union in each branch, null in the first',
    authored: { description: 'D.', oneOf: [text, { ...number, description: 'N.' }, nothing] },
    sent: {
      anyOf: [
        { type: ['string', 'null'], description: 'D.' },
        { ...number, description: 'D. N.' },
      ],
    },
    answers: [
      [null, null],
      [1, 1],
    ],
  },
  {
    title: 'splits a list of types',
    authored: { type: ['string', 'array'], items: number },
    sent: { anyOf: [text, { type: 'array', items: number }] },
  },
  {
    title: 'sends a list by its places as an object',
    authored: { type: 'array', items: [text, number], minItems: 2 },
    sent: { ...object({ item1: text, item2: number }), description: 'A list, item by item.' },
    answers: [[{ item1: 'x', item2: 1 }, ['x', 1]]],
  },
];

const point = object({ x: number, y: { ...number, const: 0 } }, ['x']);
const tree = object({ name: text, kind: { ...number, const: 1 }, next: { $ref: '#/$defs/Tree' } }, [
  'name',
]);

describe('google', () => {
  it.each(rows)('$title', (row) => {
    expect(treat(family, undefined, google, row)).toEqual(wanted(row));
  });

  it('puts what references mean in their place', () => {
    const schema = {
      ...objectWith({ $ref: '#/$defs/Point', description: 'Where.' }),
      $defs: { Point: point },
    };
    const { schema: sent, restore } = rewriteFor(family, schema, undefined);
    const y = { ...text, enum: ['0'] };
    expect(sent).toEqual(objectWith({ ...object({ x: number, y }, ['x']), description: 'Where.' }));
    expect(restore?.({ p: { x: 1, y: '0' } })).toEqual({ p: { x: 1, y: 0 } });
  });

  it('cuts recursion at a depth, below which there is JSON text', () => {
    const schema = { ...objectWith({ $ref: '#/$defs/Tree' }), $defs: { Tree: tree } };
    const { schema: sent, restore } = rewriteFor(family, schema, undefined);
    expect(refusedIn(sent, google)).toEqual([]);
    const deepest = { name: 'd', kind: '1', next: { name: 'e', kind: '1' } };
    const answer = (next: unknown) => ({
      p: { name: 'a', next: { name: 'b', next: { name: 'c', kind: '1', next } } },
    });
    const meant = {
      p: {
        name: 'a',
        next: {
          name: 'b',
          next: {
            name: 'c',
            kind: 1,
            next: { name: 'd', kind: 1, next: { name: 'e', kind: 1 } },
          },
        },
      },
    };
    expect(restore?.(answer(JSON.stringify(deepest)))).toEqual(meant);
    // a model that goes on in the same form is understood too
    expect(restore?.(answer(deepest))).toEqual(meant);
  });

  it('stays small where a schema contains itself many times', () => {
    const many = object(
      Object.fromEntries('abcdef'.split('').map((key) => [key, { $ref: '#' }])),
      [],
    );
    const { schema } = rewriteFor(family, many, undefined);
    expect(JSON.stringify(schema).length).toBeLessThan(60_000);
    expect(refusedIn(schema, google)).toEqual([]);
  });
});

describe.each([
  ['5', createGoogle5],
  ['6', createGoogleGenerativeAI],
] as const)('the google package of AI SDK %s', (_, create) => {
  it.each(rows)('hands on: $title', async ({ authored }) => {
    const { schema } = rewriteFor(family, objectWith(authored), undefined);
    const parameters = await handedOn(create, schema);
    expect(lostIn(schema as Json, parameters)).toEqual([]);
  });
});

/** What the package sends to the API as the parameters of a tool. */
async function handedOn(
  create: typeof createGoogleGenerativeAI | typeof createGoogle5,
  schema: object,
) {
  let body: { tools: { functionDeclarations: { parameters: unknown }[] }[] } | undefined;
  const fetch = async (_: unknown, init: { body?: unknown } = {}) => {
    body = JSON.parse(String(init.body));
    return new Response('{}', { status: 500 });
  };
  const model = create({ apiKey: 'none', fetch: fetch as typeof globalThis.fetch })(
    'gemini-2.5-flash',
  );
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }];
  const tools = [{ type: 'function', name: 't', inputSchema: schema }];
  await Promise.resolve(model.doGenerate({ prompt, tools } as never)).catch(() => undefined);
  const [tool] = body?.tools ?? [];
  return (Array.isArray(tool) ? tool[0] : tool)?.functionDeclarations[0]?.parameters;
}

/** Keywords that did not come through, by their place. */
function lostIn(sent: Json, given: unknown, path = '#'): string[] {
  if (!isJson(given)) return [`${path} is lost`];
  const lost: string[] = [];
  if (sent.type !== undefined && given.type === undefined) lost.push(`${path} type`);
  for (const key of ['description', 'enum', 'minLength']) {
    if (key in sent && JSON.stringify(given[key]) !== JSON.stringify(sent[key]))
      lost.push(`${path} ${key}`);
  }
  const properties = isJson(sent.properties) ? sent.properties : {};
  const came = isJson(given.properties) ? given.properties : {};
  for (const key of Object.keys(properties)) {
    lost.push(...lostIn(properties[key] as Json, came[key], `${path}/${key}`));
  }
  if (isJson(sent.items)) lost.push(...lostIn(sent.items, given.items, `${path}/items`));
  const branches = (sent.anyOf ?? []) as Json[];
  const others = branches.filter(({ type }) => type !== 'null');
  if (branches.length > others.length && given.nullable !== true) lost.push(`${path} null`);
  if (others.length === 1) return [...lost, ...lostIn(others[0] as Json, given, path)];
  const list = (given.anyOf ?? []) as unknown[];
  others.forEach((branch, index) => {
    lost.push(...lostIn(branch, list[index], `${path}/anyOf/${index}`));
  });
  return lost;
}
