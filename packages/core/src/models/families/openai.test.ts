import { describe, expect, it } from 'vitest';
import { azure, openai } from './openai.ts';
import { rewriteFor } from './rewrite-for.ts';
import { azureStrict, openaiLoose, openaiStrict, refusedIn } from './testing/refused.ts';
import { type Row, treat, wanted } from './testing/table.ts';

const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const text = { type: 'string' };
const number = { type: 'number' };
const nothing = { type: 'null' };
const entries = (value: object, key: object = text) => ({
  type: 'array',
  description: 'The keys and their values.',
  items: object({ key, value }),
});
const anyText = { type: 'string', description: 'Any JSON value, written as JSON text.' };

const both: Row[] = [
  { title: 'leaves what is taken as it is', authored: object({ a: text }), answers: [[{}, {}]] },
  {
    title: 'sends an optional property as required and nullable, and takes null as absent',
    authored: object({ a: text, b: { ...number, description: 'Hi.' } }, ['a']),
    sent: object({ a: text, b: { type: ['number', 'null'], description: 'Hi.' } }),
    answers: [
      [{ a: 'x', b: null }, { a: 'x' }],
      [
        { a: 'x', b: 1 },
        { a: 'x', b: 1 },
      ],
    ],
  },
  {
    title: 'keeps null where it is a value',
    authored: object({ a: { type: ['string', 'null'] } }, []),
    sent: object({ a: { type: ['string', 'null'] } }),
    answers: [[{ a: null }, { a: null }]],
  },
  {
    title: 'makes a choice of values nullable by a branch of its own',
    authored: object({ a: { ...text, enum: ['x', 'y'], description: 'D.' } }, []),
    sent: object({ a: { description: 'D.', anyOf: [{ ...text, enum: ['x', 'y'] }, nothing] } }),
    answers: [[{ a: null }, {}]],
  },
  {
    title: 'makes an object nullable, and turns back what is in it',
    authored: object({ a: object({ b: text }, []) }, []),
    sent: object({ a: { anyOf: [object({ b: { type: ['string', 'null'] } }), nothing] } }),
    answers: [
      [{ a: null }, {}],
      [{ a: { b: null } }, { a: {} }],
    ],
  },
  {
    title: 'turns oneOf into anyOf',
    authored: { oneOf: [object({ a: text }), number] },
    sent: { anyOf: [object({ a: text }), number] },
    answers: [[1, 1]],
  },
  {
    title: 'chooses the branch of a union by its constant',
    authored: {
      anyOf: [
        object({ kind: { ...text, const: 'a' }, x: text }, ['kind']),
        object({ kind: { ...text, const: 'b' }, x: { type: ['string', 'null'] } }),
      ],
    },
    sent: {
      anyOf: [
        object({ kind: { ...text, const: 'a' }, x: { type: ['string', 'null'] } }),
        object({ kind: { ...text, const: 'b' }, x: { type: ['string', 'null'] } }),
      ],
    },
    answers: [
      [{ kind: 'a', x: null }, { kind: 'a' }],
      [
        { kind: 'b', x: null },
        { kind: 'b', x: null },
      ],
    ],
  },
  {
    title: 'does only what all branches agree on where several are meant',
    authored: {
      anyOf: [
        object({ a: text, b: { type: ['string', 'null'] } }, ['b']),
        object({ a: text, b: { type: ['string', 'null'] }, c: text }, ['b']),
      ],
    },
    sent: {
      anyOf: [
        object({ a: { type: ['string', 'null'] }, b: { type: ['string', 'null'] } }),
        object({
          a: { type: ['string', 'null'] },
          b: { type: ['string', 'null'] },
          c: { type: ['string', 'null'] },
        }),
      ],
    },
    answers: [
      [{ a: null, b: null }, { b: null }],
      // fits none, for its unknown key
      [
        { a: null, b: null, c: null, d: null },
        { b: null, c: null, d: null },
      ],
    ],
  },
  {
    title: 'turns back the items of lists',
    authored: { type: 'array', items: object({ a: text }, []) },
    sent: { type: 'array', items: object({ a: { type: ['string', 'null'] } }) },
    answers: [
      [
        [{ a: null }, { a: 'x' }],
        [{}, { a: 'x' }],
      ],
    ],
  },
];

const loose: Row[] = [
  ...both,
  {
    title: 'leaves records',
    authored: { type: 'object', additionalProperties: number },
    answers: [[{ a: 1 }, { a: 1 }]],
  },
  {
    title: 'turns back the values of records, own __proto__ keys included',
    authored: { type: 'object', additionalProperties: object({ a: text }, []) },
    sent: { type: 'object', additionalProperties: object({ a: { type: ['string', 'null'] } }) },
    answers: [
      [
        JSON.parse('{"__proto__":{"a":null},"b":{"a":null}}'),
        JSON.parse('{"__proto__":{},"b":{}}'),
      ],
    ],
  },
  {
    title: 'says in words what property names must be',
    authored: {
      type: 'object',
      propertyNames: { ...text, pattern: '^x' },
      additionalProperties: number,
    },
    sent: {
      type: 'object',
      description: 'Keys: matches the regular expression ^x.',
      additionalProperties: number,
    },
  },
  {
    title: 'names the properties of a record whose keys are listed',
    authored: {
      type: 'object',
      propertyNames: { ...text, enum: ['a', 'b'] },
      additionalProperties: number,
      required: ['a'],
    },
    sent: object({ a: number, b: { type: ['number', 'null'] } }),
    answers: [[{ a: 1, b: null }, { a: 1 }]],
  },
  {
    title: 'sends a list with a schema for each place as a list of any of them',
    authored: { type: 'array', items: [text, object({ a: text }, [])], minItems: 2, maxItems: 2 },
    sent: {
      type: 'array',
      items: { anyOf: [text, object({ a: { type: ['string', 'null'] } })] },
      minItems: 2,
      maxItems: 2,
      description: 'In this order: 1. string, 2. object.',
    },
    answers: [
      [
        ['x', { a: null }],
        ['x', {}],
      ],
    ],
  },
  {
    title: 'gives a list items, and tells of a pattern with a look ahead in words',
    authored: object({ a: { type: 'array' }, b: { ...text, pattern: '^(?=x)' } }),
    sent: object({
      a: { type: 'array', items: {} },
      b: { ...text, description: 'Matches the regular expression ^(?=x).' },
    }),
  },
  {
    title: 'keeps limits, formats and defaults',
    authored: object(
      { a: { ...text, format: 'uri', minLength: 3 }, b: { ...number, default: 5, minimum: 1 } },
      ['a'],
    ),
    sent: object({
      a: { ...text, format: 'uri', minLength: 3 },
      b: { type: ['number', 'null'], default: 5, minimum: 1 },
    }),
    answers: [[{ a: 'abc', b: null }, { a: 'abc' }]],
  },
];

const strict: Row[] = [
  ...both,
  {
    title: 'sends a record as entries',
    authored: { type: 'object', additionalProperties: object({ a: text }, []) },
    sent: object({ entries: entries(object({ a: { type: ['string', 'null'] } })) }),
    answers: [
      [
        {
          entries: [
            { key: '__proto__', value: { a: null } },
            { key: 'entries', value: { a: 'x' } },
          ],
        },
        JSON.parse('{"__proto__":{},"entries":{"a":"x"}}'),
      ],
      [{ entries: [] }, {}],
      [{ entries: null }, {}],
      [{ b: { a: null } }, { b: {} }],
      [{ entries: [1] }, { entries: [1] }],
    ],
  },
  {
    title: 'sends further properties beside named ones as entries',
    authored: { ...object({ entries: text }), additionalProperties: number },
    sent: object({ entries: text, entries_2: entries(number) }),
    answers: [
      [
        {
          entries: 'x',
          entries_2: [
            { key: 'b', value: 1 },
            { key: 'entries', value: 2 },
          ],
        },
        { entries: 'x', b: 1 },
      ],
    ],
  },
  {
    title: 'closes open objects and sends what may be anything as JSON text',
    authored: { ...object({ a: {}, b: { type: 'object' } }), additionalProperties: {} },
    sent: object({
      a: anyText,
      b: { type: 'string', description: 'A JSON object, written as JSON text.' },
    }),
    answers: [
      [
        { a: '[1,{"x":null}]', b: '{"y":1}' },
        { a: [1, { x: null }], b: { y: 1 } },
      ],
      [
        { a: 'no JSON', b: '[1]' },
        { a: 'no JSON', b: '[1]' },
      ],
      [
        { a: { x: 1 }, b: { y: 1 } },
        { a: { x: 1 }, b: { y: 1 } },
      ],
    ],
  },
  {
    title: 'says in words what limits are refused',
    authored: object({
      a: { ...text, minLength: 1, maxLength: 5, description: 'A name' },
      b: { type: 'array', items: text, uniqueItems: true, maxItems: 3 },
      c: { ...number, default: 5, 'x-mine': true },
      d: { ...text, format: 'uri' },
    }),
    sent: object({
      a: { ...text, description: 'A name. At least 1 character; at most 5 characters.' },
      b: { type: 'array', items: text, maxItems: 3, description: 'No item twice.' },
      c: { ...number, description: 'Default: 5.' },
      d: { ...text, description: 'Format uri.' },
    }),
  },
  {
    title: 'merges what holds together',
    authored: {
      allOf: [object({ a: text }), { ...object({ b: number }, []), additionalProperties: true }],
    },
    sent: object({ a: text, b: { type: ['number', 'null'] } }),
    answers: [[{ a: 'x', b: null }, { a: 'x' }]],
  },
  {
    title: 'says in each branch what stands beside a union',
    authored: {
      type: 'object',
      properties: { a: text, b: text },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    sent: {
      anyOf: [
        object({ a: text, b: { type: ['string', 'null'] } }),
        object({ a: { type: ['string', 'null'] }, b: text }),
      ],
    },
    answers: [[{ a: null, b: 'x' }, { b: 'x' }]],
  },
  {
    title: 'splits a list of types, and values of several types',
    authored: object({
      a: { type: ['string', 'array', 'null'], items: number, maxLength: 3 },
      b: { enum: [1, 'x', null] },
    }),
    sent: object({
      a: {
        anyOf: [
          { ...text, description: 'At most 3 characters.' },
          { type: 'array', items: number },
          nothing,
        ],
      },
      b: { anyOf: [{ ...number, enum: [1] }, { ...text, enum: ['x'] }, nothing] },
    }),
    answers: [
      [
        { a: null, b: null },
        { a: null, b: null },
      ],
    ],
  },
  {
    title: 'sends a list with a schema for each place as an object',
    authored: {
      type: 'array',
      items: [text, object({ a: text }, [])],
      additionalItems: number,
      minItems: 1,
    },
    sent: {
      ...object({
        item1: text,
        item2: { anyOf: [object({ a: { type: ['string', 'null'] } }), nothing] },
        others: { type: 'array', items: number },
      }),
      description: 'A list, item by item.',
    },
    answers: [
      [{ item1: 'x', item2: { a: null }, others: [1, 2] }, ['x', {}, 1, 2]],
      [{ item1: 'x', item2: null, others: [] }, ['x']],
      [
        ['x', { a: null }],
        ['x', {}],
      ],
    ],
  },
  {
    title: 'sends values that are objects as texts, and never as null',
    authored: object({ a: { const: { x: 1 } }, b: { not: {} } }, ['a']),
    sent: object({ a: { ...text, enum: ['{"x":1}'] }, b: nothing }),
    answers: [[{ a: '{"x":1}', b: null }, { a: { x: 1 } }]],
  },
];

describe('openai without strict mode', () => {
  it.each(loose)('$title', (row) => {
    expect(treat(openai, undefined, openaiLoose, row)).toEqual(wanted(row));
  });
});

describe('openai in strict mode', () => {
  it.each(strict)('$title', (row) => {
    expect(treat(openai, true, openaiStrict, row)).toEqual(wanted(row));
  });
});

describe('openai', () => {
  it('rewrites nothing where the author said so', () => {
    const schema = { type: 'object', properties: { a: { oneOf: [text] } } };
    expect(rewriteFor(openai, schema, false)).toEqual({ schema, restore: undefined });
    expect(rewriteFor(openai, schema, false).schema).toBe(schema);
  });

  it('moves every limit into words for Azure', () => {
    const schema = object({ a: { type: 'integer', minimum: 1, maximum: 2 ** 53 - 1 } });
    const { schema: sent } = rewriteFor(azure, schema, true);
    expect(sent).toEqual(object({ a: { type: 'integer', description: 'At least 1.' } }));
    expect(refusedIn(sent, azureStrict)).toEqual([]);
  });
});

describe('the root', () => {
  const shapes = {
    type: 'object',
    anyOf: [object({ kind: { ...text, const: 'a' }, input: text }, ['kind']), object({ b: text })],
  };

  it('wraps a union, and takes the answer with and without the wrapping', () => {
    for (const strict of [undefined, true]) {
      const { schema, restore } = rewriteFor(openai, shapes, strict);
      expect(refusedIn(schema, strict ? openaiStrict : openaiLoose)).toEqual([]);
      expect(schema).toMatchObject({ properties: { input_2: { anyOf: [{}, {}] } } });
      expect(restore?.({ input_2: { kind: 'a', input: null } })).toEqual({ kind: 'a' });
      expect(restore?.({ kind: 'a', input: null })).toEqual({ kind: 'a' });
      expect(restore?.({ input_2: { b: 'x' } })).toEqual({ b: 'x' });
    }
  });

  it('says in words which of its properties are needed', () => {
    const schema = {
      ...object({ a: text, b: text }, []),
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    };
    const { schema: sent, restore } = rewriteFor(openai, schema, undefined);
    expect(sent).toEqual({
      ...object({ a: { type: ['string', 'null'] }, b: { type: ['string', 'null'] } }),
      description: 'With at least one of: a; b.',
    });
    expect(restore?.({ a: null, b: 'x' })).toEqual({ b: 'x' });
  });

  it('is put together from members and references', () => {
    const schema = {
      allOf: [{ $ref: '#/$defs/A' }, { properties: { b: text } }],
      $defs: { A: { type: 'object', properties: { a: text }, required: ['a'] } },
    };
    const { schema: sent } = rewriteFor(openai, schema, true);
    expect(sent).toMatchObject(object({ a: text, b: { type: ['string', 'null'] } }));
    expect(refusedIn(sent, openaiStrict)).toEqual([]);
  });

  it('keeps recursion, also into a root that had to be wrapped', () => {
    const tree = object({ name: text, next: { $ref: '#' } }, ['name']);
    const plain = rewriteFor(openai, tree, true);
    expect(plain.schema).toMatchObject({
      properties: { next: { anyOf: [{ $ref: '#' }, nothing] } },
    });
    expect(plain.restore?.({ name: 'a', next: { name: 'b', next: null } })).toEqual({
      name: 'a',
      next: { name: 'b' },
    });
    const wrapped = rewriteFor(openai, { anyOf: [tree, object({ leaf: text }, [])] }, true);
    expect(refusedIn(wrapped.schema, openaiStrict)).toEqual([]);
    expect(wrapped.restore?.({ input: { name: 'a', next: { leaf: null } } })).toEqual({
      name: 'a',
      next: {},
    });
  });

  it('gives references to other places definitions of their own', () => {
    const schema = object({
      a: object({ x: text }, []),
      b: { $ref: '#/properties/a', title: 'B' },
    });
    const { schema: sent, restore } = rewriteFor(openai, schema, true);
    expect(sent).toMatchObject({
      properties: { b: { title: 'B', anyOf: [{ $ref: '#/$defs/part' }] } },
    });
    expect(refusedIn(sent, openaiStrict)).toEqual([]);
    expect(restore?.({ a: { x: null }, b: { x: null } })).toEqual({ a: {}, b: {} });
  });

  it('ends where members of a node refer back to it', () => {
    const node = {
      allOf: [{ $ref: '#/$defs/Base' }, object({ next: { $ref: '#/$defs/Node' } }, [])],
    };
    const schema = {
      ...object({ a: { $ref: '#/$defs/Node' } }),
      $defs: { Base: object({ id: text }), Node: node },
    };
    const { schema: sent, restore } = rewriteFor(openai, schema, true);
    expect(refusedIn(sent, openaiStrict)).toEqual([]);
    expect(restore?.({ a: { id: '1', next: { id: '2', next: null } } })).toEqual({
      a: { id: '1', next: { id: '2' } },
    });
  });
});
