import { expect, it } from 'vitest';
import { z } from 'zod';
import { toSchema } from '../../schema/index.ts';
import { familyOf, rewriteFor } from './index.ts';

const providers = ['openai.responses', 'openai.chat', 'anthropic.messages', 'google.generative-ai'];
const place = { owner: 'Tool "t"', option: 'inputSchema', root: 'object' } as const;

/** What a tool with this schema is sent as, and what its author gets for what the model answers. */
function through(provider: string, source: unknown, strict?: boolean) {
  const schema = toSchema(source, place);
  const { schema: sent, restore } = rewriteFor(
    familyOf(provider, 'm'),
    schema.jsonSchema(),
    strict,
  );
  const parse = (args: unknown) => schema.parse(restore === undefined ? args : restore(args));
  return { sent: sent as { properties: Record<string, unknown> }, parse };
}

it('T006: the values of a record keep their schema', async () => {
  const source = z.object({ m: z.record(z.string(), z.number()) });
  const none = through('mock', source);
  expect(none.sent.properties.m).toMatchObject({ additionalProperties: { type: 'number' } });
  const openai = through('openai.responses', source);
  expect(openai.sent.properties.m).toEqual({
    type: 'object',
    additionalProperties: { type: 'number' },
  });
  for (const provider of providers) {
    const { parse } = through(provider, source);
    expect(await parse({ m: { a: 1 } })).toEqual({ ok: true, value: { m: { a: 1 } } });
  }
  const strict = through('openai.responses', source, true);
  expect(await strict.parse({ m: { entries: [{ key: 'a', value: 1 }] } })).toEqual({
    ok: true,
    value: { m: { a: 1 } },
  });
});

it('T007: null is absent where it was sent for that, and null where it is a value', async () => {
  const source = z.object({
    a: z.number().default(5),
    b: z.string().optional(),
    c: z.string().nullable(),
  });
  for (const strict of [undefined, true]) {
    const { sent, parse } = through('openai.responses', source, strict);
    expect(sent).toMatchObject({ required: ['a', 'b', 'c'] });
    expect(await parse({ a: null, b: null, c: null })).toEqual({
      ok: true,
      value: { a: 5, c: null },
    });
  }
});

it('T008: a discriminated union is sent as anyOf with the same branches', async () => {
  const source = {
    type: 'object',
    properties: {
      shape: {
        oneOf: [
          {
            type: 'object',
            properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
            required: ['kind', 'radius'],
          },
          {
            type: 'object',
            properties: { kind: { const: 'square' }, side: { type: 'number' } },
            required: ['kind', 'side'],
          },
        ],
      },
    },
    required: ['shape'],
  };
  for (const strict of [undefined, true]) {
    const { schema } = rewriteFor(familyOf('openai.responses', 'm'), source, strict);
    expect(JSON.stringify(schema)).not.toContain('oneOf');
    expect(schema).toMatchObject({ properties: { shape: { anyOf: [{}, {}] } } });
  }
  const { parse } = through('openai.responses', source, true);
  for (const shape of [
    { kind: 'circle', radius: 1 },
    { kind: 'square', side: 2 },
  ]) {
    expect(await parse({ shape })).toEqual({ ok: true, value: { shape } });
  }
});

it('T009: anyOf with null is taken by all, and kept', async () => {
  const source = {
    type: 'object',
    properties: { limit: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
  };
  for (const provider of providers) {
    const { parse } = through(provider, source);
    expect(await parse({ limit: null })).toEqual({ ok: true, value: { limit: null } });
    expect(await parse({})).toEqual({ ok: true, value: {} });
  }
});

it('T010: definitions travel with the references to them', async () => {
  const source = {
    type: 'object',
    properties: { at: { $ref: '#/$defs/Point' } },
    required: ['at'],
    $defs: {
      Point: {
        type: 'object',
        properties: { x: { type: 'number' }, y: { type: 'number' } },
        required: ['x'],
      },
    },
  };
  const openai = through('openai.responses', source);
  expect(openai.sent).toMatchObject({
    properties: { at: { $ref: '#/$defs/Point' } },
    $defs: { Point: { required: ['x', 'y'] } },
  });
  expect(await openai.parse({ at: { x: 1, y: null } })).toEqual({
    ok: true,
    value: { at: { x: 1 } },
  });
  const google = through('google.generative-ai', source);
  expect(JSON.stringify(google.sent)).not.toMatch(/\$(ref|defs)/);
});

it('T011: a schema without a JSON side is refused before any family sees it', () => {
  const source = { '~standard': { version: 1, vendor: 'x', validate: () => ({ value: 1 }) } };
  expect(() => through('openai.responses', source)).toThrow(/Tool "t"/);
});

it('T012: the input side is sent, and what comes back is parsed once', async () => {
  const source = z.object({
    n: z
      .string()
      .default('abc')
      .transform((text) => text.length),
  });
  for (const strict of [undefined, true]) {
    const { sent, parse } = through('openai.responses', source, strict);
    expect(sent.properties.n).toMatchObject({ type: ['string', 'null'] });
    expect(await parse({ n: 'four' })).toEqual({ ok: true, value: { n: 4 } });
    expect(await parse({ n: null })).toEqual({ ok: true, value: { n: 3 } });
    expect(await parse({})).toEqual({ ok: true, value: { n: 3 } });
  }
});
