import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { GrowingValue } from '../../base/growing-value.ts';
import { parseArguments } from '../../base/parse-json.ts';
import { cut, isBeginningOf } from '../../base/testing/is-beginning.ts';
import { toSchema } from '../../schema/index.ts';
import { familyOf, rewriteFor } from './index.ts';
import type { Json } from './json.ts';
import { obey } from './testing/obey.ts';
import {
  anthropicLoose,
  anthropicStrict,
  azureStrict,
  google,
  openaiLoose,
  openaiStrict,
  type RefusalRules,
  refusedIn,
} from './testing/refused.ts';

const place = { owner: 'Tool "t"', option: 'inputSchema', root: 'object' } as const;

interface Case {
  readonly schema: z.ZodType;
  readonly input: fc.Arbitrary<unknown>;
  /** Tells what JSON the values are, so that the branches of a union can be told apart. */
  readonly kind: string;
  /** May be left out; always given where it may be `null` too, since that is all that can be said then. */
  readonly isOptional?: boolean;
  readonly isNullable?: boolean;
}

const word = fc.constantFrom(
  'a',
  'b',
  'c',
  'key',
  'a b',
  'entries',
  'input',
  '名前',
  '__proto__x',
  '$top',
);
const text = fc.string({ maxLength: 8, unit: 'binary' });

const leaf: fc.Arbitrary<Case> = fc.constantFrom<Case>(
  { schema: z.string(), input: text, kind: 'string' },
  {
    schema: z.string().min(2).max(20),
    input: fc.string({ minLength: 2, maxLength: 9 }),
    kind: 'string',
  },
  {
    schema: z.number(),
    input: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    kind: 'number',
  },
  { schema: z.int().min(0).max(99), input: fc.integer({ min: 0, max: 99 }), kind: 'number' },
  {
    schema: z.number().gt(1).lt(9).multipleOf(2),
    input: fc.constantFrom(2, 4, 6, 8),
    kind: 'number',
  },
  { schema: z.boolean(), input: fc.boolean(), kind: 'boolean' },
  { schema: z.enum(['one', 'two', '']), input: fc.constantFrom('one', 'two', ''), kind: 'string' },
  { schema: z.literal([1, 'x', 2]), input: fc.constantFrom(1, 'x', 2), kind: 'mixed' },
  { schema: z.literal(true), input: fc.constant(true), kind: 'boolean' },
  { schema: z.email(), input: fc.constant('ann@example.org'), kind: 'string' },
  { schema: z.uuid().describe('An id.'), input: fc.uuid({ version: 4 }), kind: 'string' },
  {
    schema: z.number().default(5),
    input: fc.integer(),
    kind: 'number',
    isOptional: true,
  },
  {
    schema: z.string().nullable().default('x').describe('With a default.'),
    input: fc.option(text),
    kind: 'string',
    isNullable: true,
  },
  {
    schema: z.array(z.string()).default(['d']),
    input: fc.array(text, { maxLength: 2 }),
    kind: 'array',
    isOptional: true,
  },
  { schema: z.null(), input: fc.constant(null), kind: 'null', isNullable: true },
  { schema: z.unknown(), input: fc.jsonValue({ maxDepth: 1 }), kind: 'mixed', isNullable: true },
);

/** An object with a field for each case. */
function objectOf(fields: readonly (readonly [string, Case])[]): Case {
  const shape = Object.fromEntries(fields.map(([key, { schema }]) => [key, schema]));
  const given = Object.fromEntries(
    fields.map(([key, { input, isOptional, isNullable }]) => [
      key,
      isOptional && !isNullable ? fc.option(input, { nil: undefined }) : input,
    ]),
  );
  const input = fc
    .record(given)
    .map((made) =>
      Object.fromEntries(Object.entries(made).filter(([, part]) => part !== undefined)),
    );
  return { schema: z.object(shape), input, kind: 'object' };
}

const recursive: readonly Case[] = [
  (() => {
    const schema: z.ZodType = z.object({
      name: z.string(),
      note: z.string().optional(),
      get children() {
        return z.array(schema);
      },
      get next() {
        return schema.optional();
      },
    });
    const { tree } = fc.letrec<{ tree: unknown; leaf: unknown; branch: unknown }>((tie) => ({
      tree: fc.oneof({ maxDepth: 5, depthIdentifier: 'tree' }, tie('leaf'), tie('branch')),
      leaf: fc.record({ name: text, children: fc.constant([]) }),
      branch: fc.record(
        {
          name: text,
          note: text,
          children: fc.array(tie('tree'), { maxLength: 2 }),
          next: tie('tree'),
        },
        { requiredKeys: ['name', 'children'] },
      ),
    }));
    return { schema, input: tree.map((one) => JSON.parse(JSON.stringify(one))), kind: 'object' };
  })(),
  (() => {
    const schema: z.ZodType = z.lazy(() =>
      z.union([
        z.object({ op: z.literal('num'), value: z.number(), unit: z.string().optional() }),
        z.object({ op: z.literal('add'), left: schema, right: schema }),
        z.object({ op: z.literal('map'), of: z.record(z.string(), schema) }),
      ]),
    );
    const { term } = fc.letrec<{ term: unknown }>((tie) => ({
      term: fc.oneof(
        { maxDepth: 4, depthIdentifier: 'term' },
        fc.record(
          { op: fc.constant('num'), value: fc.integer(), unit: text },
          { requiredKeys: ['op', 'value'] },
        ),
        fc.record({ op: fc.constant('add'), left: tie('term'), right: tie('term') }),
        fc.record({ op: fc.constant('map'), of: fc.dictionary(word, tie('term'), { maxKeys: 2 }) }),
      ),
    }));
    return { schema, input: term.map((one) => JSON.parse(JSON.stringify(one))), kind: 'object' };
  })(),
];

const { node } = fc.letrec<{ node: Case; object: Case; field: Case }>((tie) => ({
  object: fc
    .uniqueArray(fc.tuple(word, tie('field')), { maxLength: 4, selector: ([key]) => key })
    .map((fields) => objectOf(fields)),
  field: fc.tuple(tie('node'), fc.nat(5)).map(([one, way]): Case => {
    if (way === 0 || way === 1) return { ...one, schema: one.schema.optional(), isOptional: true };
    if (way === 2 && !one.isNullable) {
      return {
        ...one,
        schema: one.schema.nullable(),
        input: fc.option(one.input),
        isNullable: true,
      };
    }
    return one;
  }),
  node: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'schema', withCrossShrink: true },
    { weight: 5, arbitrary: leaf },
    { weight: 3, arbitrary: tie('object') },
    {
      weight: 2,
      arbitrary: tie('node').map(
        ({ schema, input }): Case => ({
          schema: z.array(schema),
          input: fc.array(input, { maxLength: 3 }),
          kind: 'array',
        }),
      ),
    },
    {
      weight: 2,
      arbitrary: tie('node').map(
        ({ schema, input }): Case => ({
          schema: z.record(z.string(), schema),
          input: fc.dictionary(word, input, { maxKeys: 3 }),
          kind: 'object',
        }),
      ),
    },
    {
      weight: 1,
      // beside named properties, others that may be anything are not sent
      arbitrary: fc
        .tuple(
          tie('object'),
          tie('node').filter(({ kind }) => kind !== 'mixed'),
        )
        .map(([object, other]): Case => {
          const whole = object.schema as z.ZodObject;
          const further = fc.dictionary(
            word.filter((key) => !Object.hasOwn(whole.shape, key)),
            other.input,
            { maxKeys: 2 },
          );
          return {
            schema: whole.catchall(other.schema),
            input: fc
              .tuple(object.input, further)
              .map(([named, rest]) => ({ ...(named as object), ...rest })),
            kind: 'object',
          };
        }),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('node'), tie('node'))
        .filter(([a, b]) => a.kind !== b.kind && a.kind !== 'mixed' && b.kind !== 'mixed')
        .map(
          ([a, b]): Case => ({
            schema: z.tuple([a.schema, b.schema]),
            input: fc.tuple(a.input, b.input),
            kind: 'array',
          }),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .uniqueArray(tie('node'), { minLength: 2, maxLength: 3, selector: ({ kind }) => kind })
        .filter((options) => options.every(({ kind }) => kind !== 'mixed'))
        .map(
          (options): Case => ({
            schema: z.union(options.map(({ schema }) => schema)),
            input: fc.oneof(...options.map(({ input }) => input)),
            kind: 'mixed',
            isNullable: options.some(({ isNullable }) => isNullable === true),
          }),
        ),
    },
    {
      weight: 2,
      arbitrary: fc.array(tie('object'), { minLength: 2, maxLength: 3 }).map((options): Case => {
        const parts = options.map(({ schema, input }, index) => {
          const kind = `kind${index}`;
          const whole = (schema as z.ZodObject).extend({ kind: z.literal(kind) });
          return { whole, input: input.map((one) => ({ ...(one as object), kind })) };
        });
        return {
          schema: z.discriminatedUnion('kind', parts.map(({ whole }) => whole) as never),
          input: fc.oneof(...parts.map(({ input }) => input)),
          kind: 'object',
        };
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom(...recursive) },
  ),
}));

const rooted = fc.oneof(
  fc
    .uniqueArray(fc.tuple(word, node, fc.boolean()), {
      minLength: 1,
      maxLength: 4,
      selector: ([key]) => key,
    })
    .map((fields) =>
      objectOf(
        fields.map(([key, one, isOptional]) => [
          key,
          isOptional ? { ...one, schema: one.schema.optional(), isOptional } : one,
        ]),
      ),
    ),
  fc.constantFrom(...recursive),
);

const valued = rooted.chain(({ schema, input }) =>
  fc.tuple(
    fc.constant(schema),
    input.map((one) => JSON.parse(JSON.stringify(one))),
  ),
);

/** Whether a part of a document takes a value; references lead into the document. */
function accepts(root: Json, part: unknown, value: unknown): boolean {
  if (part === true || part === undefined) return true;
  const { $defs, definitions } = root;
  const document = {
    ...(part as object),
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  };
  const isBelow = part !== root && JSON.stringify(part).includes('"$ref":"#"');
  const schema = isBelow ? moveRoot(document, root) : document;
  return new Validator(JSON.parse(JSON.stringify(schema)), '2020-12').validate(value).valid;
}

/** A part that refers to the root of its document, as a document of its own. */
function moveRoot(document: Json, root: Json): Json {
  const moved = JSON.parse(JSON.stringify({ document, root }).replaceAll('"#"', '"#/$defs/whole"'));
  return { ...moved.document, $defs: { ...moved.document.$defs, whole: moved.root } };
}

/** Lists of items by their place are written as newer drafts write them. */
function toNewDraft(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toNewDraft);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, toNewDraft(part)]),
  );
  if (Array.isArray(copy.items)) {
    copy.prefixItems = copy.items;
    copy.items = copy.additionalItems ?? {};
    delete copy.additionalItems;
  }
  return copy;
}

const cases: [string, boolean | undefined, RefusalRules][] = [
  ['openai.responses', undefined, openaiLoose],
  ['openai.responses', true, openaiStrict],
  ['azure.responses', true, azureStrict],
  ['anthropic.messages', undefined, anthropicLoose],
  ['anthropic.messages', true, anthropicStrict],
  ['google.generative-ai', undefined, google],
];

describe.each(cases)('%s, strict %s', (provider, strict, rules) => {
  const family = familyOf(provider, 'model');

  it('takes what is sent of any schema, and what a model answers comes back as it was meant, and so as it is written', async () => {
    await fc.assert(
      fc.asyncProperty(valued, fc.array(fc.nat()), async ([source, input], places) => {
        const schema = toSchema(source, place);
        const authored = schema.jsonSchema() as Json;
        const { schema: sent, restore, form } = rewriteFor(family, authored, strict);
        expect(refusedIn(sent, rules), JSON.stringify({ authored, sent })).toEqual([]);
        const taken = (root: Json, part: unknown, value: unknown): boolean =>
          accepts(toNewDraft(root) as Json, toNewDraft(part), value);
        const encoded = obey({ authored, sent: sent as Json }, input, taken);
        const restored = restore === undefined ? encoded : restore(encoded);
        const note = JSON.stringify({ authored, sent, input, encoded, restored });
        const written = JSON.stringify(encoded);
        const args = parseArguments(written);
        const whole = restore === undefined ? args : restore(args);
        const growing = new GrowingValue(form);
        for (const piece of cut(written, places)) {
          growing.add(piece);
          const seen = growing.value;
          if (seen !== undefined) expect(isBeginningOf(seen, whole), note).toBe(true);
        }
        expect(growing.value, note).toEqual(whole);
        expect(accepts(sent as Json, sent, encoded), note).toBe(true);
        const [given, came] = [await schema.parse(input), await schema.parse(restored)];
        expect(came, note).toEqual(given);
        expect(came.ok).toBe(true);
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 80) },
    );
  });
});
