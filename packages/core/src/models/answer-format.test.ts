import { scriptedModel } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { GrowingValue } from '../base/growing-value.ts';
import { toSchema } from '../schema/index.ts';
import { ModelSession } from './index.ts';
import { rewritingOf } from './rewriting.ts';

async function formatOf(source: unknown, provider: string) {
  const model = scriptedModel([], { provider });
  const session = new ModelSession(model as never, await rewritingOf(provider, 'm'));
  const schema = toSchema(source, { owner: 'Test', option: 'schema' });
  return session.answerFormat(schema.jsonSchema());
}

const apis = ['openai.responses', 'anthropic.messages', 'google.generative-ai', 'mistral.chat'];

describe.each(apis)('the response format of %s', (provider) => {
  it.each([
    ['a list', z.array(z.object({ a: z.string(), b: z.string().optional() })), [{ a: 'x' }]],
    ['a text', z.string(), 'x'],
    ['a word', z.enum(['dry', 'warm']), 'dry'],
    ['a number', z.number(), 4],
    ['what may be null', z.object({ a: z.string() }).nullable(), null],
  ])('is an object around %s', async (_, source, value) => {
    const { schema, form, starts } = await formatOf(source, provider);
    expect(schema).toMatchObject({ type: 'object', required: ['value'] });
    expect(Object.keys(schema.properties as object)).toEqual(['value']);
    expect(starts).toEqual({ object: true, list: false, text: false });
    expect(form?.restore({ value })).toEqual(value);
    expect(form?.restore(value)).toEqual(value);
  });

  it('is the schema of an object in the form that the API takes', async () => {
    const { schema, form } = await formatOf(
      z.object({ value: z.string(), note: z.string().optional() }),
      provider,
    );
    expect(Object.keys(schema.properties as object)).toEqual(['value', 'note']);
    const given = { value: 'x' };
    expect(form?.restore(given) ?? given).toEqual(given);
  });
});

describe('a value that was wrapped', () => {
  it('is shown without the wrapping while it is written', async () => {
    const { form } = await formatOf(
      z.array(z.object({ a: z.string(), b: z.string().optional() })),
      'openai.responses',
    );
    const growing = new GrowingValue(form);
    const shown = ['{"value":[{"a":"x', 'y","b":null}', ']}'].map((piece) => {
      growing.add(piece);
      return structuredClone(growing.value);
    });
    expect(shown).toEqual([[{ a: 'x' }], [{ a: 'xy' }], [{ a: 'xy' }]]);
  });

  it('refers to itself where it stands', async () => {
    const list = {
      type: 'array',
      items: { anyOf: [{ $ref: '#' }, { $ref: '#/$defs/leaf' }, { $ref: '#/items' }] },
      $defs: { leaf: { type: 'string' }, list: { $ref: '#' } },
    };
    const { schema } = await formatOf(list, 'mistral.chat');
    expect(schema).toMatchObject({
      properties: {
        value: {
          items: {
            anyOf: [
              { $ref: '#/properties/value' },
              { $ref: '#/$defs/leaf' },
              { $ref: '#/properties/value/items' },
            ],
          },
        },
      },
      $defs: { leaf: { type: 'string' }, list: { $ref: '#/properties/value' } },
    });
  });

  it('is told as it is to an API of which nothing is known', async () => {
    expect(await formatOf(z.array(z.string()), 'wire.chat')).toMatchObject({
      schema: { type: 'array' },
      form: undefined,
      starts: { object: false, list: true, text: false },
    });
  });
});
