import { describe, expect, it } from 'vitest';
import type { Strict } from './family.ts';
import { familyOf } from './index.ts';

/** The changes as lines: where, what, and which rule or name. */
function changesOf(provider: string, schema: object, strict?: Strict): string[] {
  return familyOf(provider, '')
    .changes(schema as never, { strict })
    .map(({ path, kind, detail }) => [path.join('.'), kind, detail].filter(Boolean).join(' '));
}
const objectOf = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});
const text = { type: 'string' };

describe('the changes of a schema', () => {
  it('are none where nothing is lost', () => {
    const schema = objectOf(
      { a: { type: 'string', description: 'A' }, b: { type: 'integer' } },
      { required: ['a'], title: 'T' },
    );
    for (const provider of ['openai', 'anthropic', 'google', 'mistral', 'unknown']) {
      expect(changesOf(provider, schema)).toEqual([]);
      expect(changesOf(provider, schema, true)).toEqual([]);
    }
  });

  it('are none where the schema is sent as it is', () => {
    expect(changesOf('google', objectOf({ a: { type: 'string', maxLength: 3 } }), false)).toEqual(
      [],
    );
  });

  it('name the rules that are told in words, and where', () => {
    const schema = objectOf({
      list: {
        type: 'array',
        items: objectOf({ deep: { type: 'number', maximum: 3 } }),
        minItems: 2,
      },
    });
    expect(changesOf('google', schema)).toEqual([
      'list.[].deep words maximum',
      'list words minItems',
    ]);
    expect(changesOf('openai', schema, true)).toEqual([]);
    expect(changesOf('anthropic', schema)).toEqual([]);
  });

  it('name the rules that there are no words for', () => {
    const inner = {
      ...objectOf({ a: text, b: text }),
      dependentSchemas: { a: { required: ['b'] } },
    };
    expect(changesOf('google', objectOf({ inner }))).toEqual(['inner lost dependentSchemas']);
    const long = Array.from({ length: 100 }, (_, index) => `value ${index}`);
    expect(changesOf('google', objectOf({ a: { type: 'string', not: { enum: long } } }))).toEqual([
      'a lost not',
    ]);
  });

  it('do not name rules that say nothing', () => {
    const branch = { if: { required: ['a'] }, else: { required: ['b'] } };
    const schema = objectOf({
      a: { type: 'string', minLength: 0, maxLength: 9, title: 'A', 'x-mine': 1 },
      b: { ...objectOf({ a: text }), ...branch, unevaluatedProperties: false },
    });
    expect(changesOf('google', schema)).toEqual(['a words maxLength', 'b words if']);
  });

  it('name what is sent in another form', () => {
    const schema = objectOf({
      anything: {},
      record: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
      places: { type: 'array', items: [text, { type: 'string', maxLength: 3 }] },
      values: { type: 'number', enum: [1, 2] },
    });
    expect(changesOf('google', schema)).toEqual([
      'anything text',
      'record.* words maxLength',
      'record entries',
      'places.[1] words maxLength',
      'places places',
      'values labels',
    ]);
    expect(changesOf('openai', schema)).toEqual(['places places']);
  });

  it('name properties and roots that are not taken', () => {
    const renamed = objectOf({ 'größe (cm)': text });
    expect(changesOf('anthropic', renamed)).toEqual(['größe (cm) renamed gr__e__cm_']);
    const union = { type: 'object', anyOf: [objectOf({ a: text }), objectOf({ b: text })] };
    expect(changesOf('openai', union)).toEqual(['wrapped']);
    const either = { ...objectOf({ a: text, b: text }), not: { required: ['a', 'b'] } };
    expect(changesOf('anthropic', either)).toEqual(['words not']);
    const demands = { ...objectOf({ a: text }), anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(changesOf('openai', demands)).toEqual(['words anyOf']);
  });

  it('tell of a schema that holds itself once', () => {
    const tree = objectOf({
      name: { type: 'string', maxLength: 9 },
      parts: { type: 'array', items: { $ref: '#/$defs/tree' } },
    });
    const schema = { ...objectOf({ tree: { $ref: '#/$defs/tree' } }), $defs: { tree } };
    expect(changesOf('google', schema)).toEqual(['tree.name words maxLength', 'tree.parts.[] cut']);
    expect(changesOf('openai', schema)).toEqual([]);
  });
});
