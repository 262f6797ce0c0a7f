import { scriptedModel } from '@tenon/testing';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { quietAgent } from './testing/quiet-agent.ts';

interface City {
  city: string;
  days: number;
}

const answer = '{"city":" Oslo "}';
const wanted: City = { city: 'Oslo', days: 1 };
const told = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'number' } },
  required: ['city'],
} as const;

function agentWith(...answers: readonly string[]) {
  return quietAgent(scriptedModel(answers)).agent;
}

describe('a value is parsed and typed by a schema of', () => {
  it('Zod 4', async () => {
    const schema = z.object({ city: z.string().trim(), days: z.number().default(1) });
    const { object } = await agentWith(answer).generate('?', { structuredOutput: { schema } });
    expectTypeOf(object).toEqualTypeOf<City>();
    expect(object).toEqual(wanted);
  });

  it('Zod 3', async () => {
    const schema = z3.object({ city: z3.string().trim(), days: z3.number().default(1) });
    const { object } = await agentWith(answer).generate('?', { structuredOutput: { schema } });
    expectTypeOf(object).toEqualTypeOf<City>();
    expect(object).toEqual(wanted);
  });

  it('Valibot', async () => {
    const schema = toStandardJsonSchema(
      v.object({ city: v.pipe(v.string(), v.toUpperCase()), days: v.optional(v.number(), 1) }),
    );
    const { object } = await agentWith(answer).generate('?', { structuredOutput: { schema } });
    expectTypeOf(object).toEqualTypeOf<City>();
    expect(object).toEqual({ city: ' OSLO ', days: 1 });
  });

  it('ArkType', async () => {
    const schema = type({ city: 'string', days: 'number = 1' });
    const { object } = await agentWith(answer).generate('?', { structuredOutput: { schema } });
    expectTypeOf(object).toEqualTypeOf<City>();
    expect(object).toEqual({ city: ' Oslo ', days: 1 });
  });

  it('the AI SDK', async () => {
    const schema = {
      [Symbol.for('vercel.ai.schema')]: true,
      _type: undefined as unknown as City,
      jsonSchema: told,
      validate: (value: unknown) => ({
        success: true,
        value: { days: 1, city: (value as City).city.trim() },
      }),
    };
    const { object } = await agentWith(answer).generate('?', { structuredOutput: { schema } });
    expectTypeOf(object).toEqualTypeOf<City>();
    expect(object).toEqual(wanted);
  });

  it('JSON Schema, which types nothing', async () => {
    const agent = agentWith(answer, '{"days":1}');
    const { object } = await agent.generate('?', { structuredOutput: { schema: told } });
    expectTypeOf(object).toBeUnknown();
    expect(object).toEqual({ city: ' Oslo ' });
    await expect(agent.generate('?', { structuredOutput: { schema: told } })).rejects.toMatchObject(
      { message: expect.stringContaining('city') },
    );
  });

  it('a transform into something that no JSON can say', async () => {
    const schema = z.object({
      at: z.string().transform((at) => new Date(at)),
      tags: z.array(z.string()).transform((tags) => new Set(tags)),
    });
    const agent = agentWith('{"at":"2030-01-31","tags":["a","a"]}');
    const stream = await agent.stream('?', { structuredOutput: { schema } });
    const object = await stream.object;
    expectTypeOf(object).toEqualTypeOf<{ at: Date; tags: Set<string> }>();
    expect(object).toEqual({ at: new Date('2030-01-31'), tags: new Set(['a']) });
  });

  it.each([
    ['a list', z.array(z.number()), '[1,2]', [1, 2]],
    ['a text', z.string(), '"Oslo"', 'Oslo'],
    ['a number', z.number(), '4', 4],
    ['nothing, perhaps', z.object({ a: z.number() }).nullable(), 'null', null],
  ])('%s', async (_, schema, written, value) => {
    const agent = agentWith(written, `\`\`\`json\n${written}\n\`\`\``);
    for (let index = 0; index < 2; index++) {
      const { object } = await agent.generate('?', { structuredOutput: { schema } });
      expect(object).toEqual(value);
    }
  });
});
