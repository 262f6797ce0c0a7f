import { describe, expect, it } from 'vitest';
import { anthropic, bedrock } from './anthropic.ts';
import { rewriteFor } from './rewrite-for.ts';
import { anthropicLoose, anthropicStrict, refusedIn } from './testing/refused.ts';
import { objectWith, type Row, treat, wanted } from './testing/table.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const loose: Row[] = [
  {
    title: 'leaves optional properties, records, unions and limits',
    authored: object(
      {
        a: { ...text, minLength: 2, default: 'ab' },
        b: { type: 'object', additionalProperties: number },
        c: { oneOf: [text, number] },
        d: { not: text },
      },
      ['b'],
    ),
    answers: [[{ b: {} }, { b: {} }]],
  },
  {
    title: 'renames properties and says what they stand for',
    authored: object({ 'filter[id]': text, 'a b': number, a_b: { ...text, description: 'D.' } }, [
      'filter[id]',
      'a b',
    ]),
    sent: object(
      {
        filter_id_: { ...text, description: 'Stands for "filter[id]".' },
        a_b_2: { ...number, description: 'Stands for "a b".' },
        a_b: { ...text, description: 'D.' },
      },
      ['filter_id_', 'a_b_2'],
    ),
    answers: [
      [
        { filter_id_: 'x', a_b: 'y', a_b_2: 1 },
        { 'filter[id]': 'x', a_b: 'y', 'a b': 1 },
      ],
      [{ 'filter[id]': 'x' }, { 'filter[id]': 'x' }],
    ],
  },
  {
    title: 'renames within lists, unions and records, and shortens',
    authored: {
      anyOf: [
        { type: 'array', items: object({ ['x'.repeat(70)]: text }) },
        { type: 'object', additionalProperties: object({ '': text }) },
      ],
    },
    sent: {
      anyOf: [
        {
          type: 'array',
          items: object({
            ['x'.repeat(64)]: { ...text, description: `Stands for "${'x'.repeat(70)}".` },
          }),
        },
        {
          type: 'object',
          additionalProperties: object({ _: { ...text, description: 'Stands for "".' } }),
        },
      ],
    },
    answers: [
      [[{ ['x'.repeat(64)]: 'y' }], [{ ['x'.repeat(70)]: 'y' }]],
      [{ k: { _: 'y' } }, { k: { '': 'y' } }],
    ],
  },
  {
    title: 'writes lists by their place as draft 2020-12 does',
    authored: { type: 'array', items: [text, object({ $a: text })], additionalItems: false },
    sent: {
      type: 'array',
      prefixItems: [text, object({ _a: { ...text, description: 'Stands for "$a".' } })],
      items: false,
    },
    answers: [
      [
        ['x', { _a: 'y' }],
        ['x', { $a: 'y' }],
      ],
    ],
  },
];

const strict: Row[] = [
  {
    title: 'closes objects, leaves optional properties, says limits in words',
    authored: {
      type: 'object',
      properties: {
        a: { ...text, maxLength: 9 },
        b: { ...text, format: 'uri' },
        c: { type: 'array', items: number, minItems: 2 },
      },
      required: ['b'],
    },
    sent: object(
      {
        a: { ...text, description: 'At most 9 characters.' },
        b: { ...text, format: 'uri' },
        c: { type: 'array', items: number, description: 'At least 2 items.' },
      },
      ['b'],
    ),
  },
  {
    title: 'sends records as entries',
    authored: { type: 'object', additionalProperties: number },
    sent: object({
      entries: {
        type: 'array',
        description: 'The keys and their values.',
        items: object({ key: text, value: number }),
      },
    }),
    answers: [[{ entries: [{ key: 'a', value: 1 }] }, { a: 1 }]],
  },
];

describe('anthropic', () => {
  it.each(loose)('$title', (row) => {
    expect(treat(anthropic, undefined, anthropicLoose, row)).toEqual(wanted(row));
    expect(treat(bedrock, true, anthropicLoose, row)).toEqual(wanted(row));
  });

  it('wraps a union at the root and merges members', () => {
    const union = { type: 'object', oneOf: [object({ a: text }), object({ $b: text })] };
    const { schema, restore } = rewriteFor(anthropic, union, undefined);
    expect(refusedIn(schema, anthropicLoose)).toEqual([]);
    expect(restore?.({ input: { _b: 'x' } })).toEqual({ $b: 'x' });
    const members = { allOf: [object({ a: text }), object({ b: text })] };
    const { schema: merged } = rewriteFor(anthropic, members, undefined);
    expect(refusedIn(merged, anthropicLoose)).toEqual([]);
    expect(merged).toMatchObject(object({ a: text, b: text }));
  });

  it('renames behind references, also where they go round', () => {
    const node = object({ '@id': text, next: { $ref: '#/definitions/Node' } }, ['@id']);
    const schema = { ...objectWith({ $ref: '#/definitions/Node' }), definitions: { Node: node } };
    const { schema: sent, restore } = rewriteFor(anthropic, schema, undefined);
    expect(refusedIn(sent, anthropicLoose)).toEqual([]);
    expect(restore?.({ p: { _id: '1', next: { _id: '2' } } })).toEqual({
      p: { '@id': '1', next: { '@id': '2' } },
    });
  });
});

describe('anthropic in strict mode', () => {
  it.each(strict)('$title', (row) => {
    expect(treat(anthropic, true, anthropicStrict, row)).toEqual(wanted(row));
  });
});
