import { readFileSync } from 'node:fs';
import { createTool } from '@tenon/core/tools';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lintRules, lintTools } from '../index.ts';
import type { Provider } from './finding.ts';

const described = 'Looks something up for the user';
const toolOf = (inputSchema: object, more: object = {}) =>
  createTool({
    id: 'it',
    description: described,
    inputSchema,
    execute: async () => 1,
    ...more,
  } as never);
const objectOf = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

/** What is found, as lines: severity, rule, field, and whom it concerns when that is not everybody. */
async function found(tools: Record<string, unknown>, provider?: Provider): Promise<string[]> {
  const { findings } = await lintTools(tools, { provider });
  return findings.map(({ severity, rule, path, providers }) =>
    [severity, rule, path, providers.length < 3 ? `(${providers.join(' ')})` : '']
      .filter((word) => word !== '')
      .join(' '),
  );
}

describe('lintTools', () => {
  it('finds nothing where there is nothing to mend', async () => {
    const schema = z.object({
      place: z.string().describe('City, for instance Oslo'),
      days: z.int().optional().describe('How many days ahead'),
      kind: z.literal('forecast'),
    });
    expect(await found({ weather: toolOf(schema), other: undefined })).toEqual([]);
  });

  it('tells of descriptions that are missing or say nothing', async () => {
    const schema = z.object({
      place: z.string(),
      orderId: z.string().describe('Order ID'),
      unit: z.string().describe('Celsius'),
      deep: z.array(z.object({ x: z.number() })).describe('Points on the way'),
    });
    const fields = [
      'warning field-description-missing place',
      'warning field-description-short orderId',
      'warning field-description-short unit',
      'warning field-description-missing deep[].x',
    ];
    expect(await found({ it: toolOf(schema, { description: '' }) })).toEqual([
      'warning tool-description-missing',
      ...fields,
    ]);
    expect(await found({ it: toolOf(schema, { description: 'Get it' }) })).toEqual([
      'warning tool-description-short',
      ...fields,
    ]);
    const japanese = '都市の現在の天気を調べる';
    expect(await found({ it: toolOf(objectOf({}), { description: japanese }) })).toEqual([]);
  });

  it('gives advice in the words of the schema library', async () => {
    const field = { type: 'string' };
    const advice = async (schema: object) =>
      (await lintTools({ it: toolOf(schema) })).findings[0]?.message;
    expect(await advice(z.object({ a: z.string() }))).toContain(".describe('…')");
    expect(await advice(objectOf({ a: field }))).toContain('a "description"');
  });

  it('takes the description of what a field is beside null, or of its items, for its own', async () => {
    const city = z.string().describe('City, for instance Oslo');
    const schema = z.object({
      either: city.nullable(),
      maybe: city.nullish(),
      many: z.array(city),
      oneOfBoth: z.union([city, z.number().describe('Number of a station')]),
    });
    expect(await found({ it: toolOf(schema) })).toEqual([]);
    const half = z.object({ a: z.union([city, z.number()]), b: z.array(z.string()).nullable() });
    expect(await found({ it: toolOf(half) })).toEqual([
      'warning field-description-missing a',
      'warning field-description-missing b',
    ]);
  });

  it('finds descriptions behind references, and each shared part once', async () => {
    const point = objectOf({ x: { type: 'number' } });
    const schema = objectOf(
      {
        from: { $ref: '#/$defs/point', description: 'Where it begins' },
        to: { $ref: '#/$defs/point' },
      },
      { $defs: { point: { ...point, description: 'A point on the map' } } },
    );
    expect(await found({ it: toolOf(schema) }, 'anthropic')).toEqual([
      'warning field-description-missing from.x',
    ]);
  });

  it('tells of descriptions that are too long for some', async () => {
    const tool = toolOf(objectOf({}), { description: 'word '.repeat(300) });
    expect(await found({ it: tool })).toEqual(['warning description-too-long (openai)']);
    expect(await found({ it: tool }, 'google')).toEqual([]);
  });

  it('tells of names that are rewritten, and of those that meet then', async () => {
    const tool = toolOf(objectOf({}));
    const { findings } = await lintTools({ 'get it': tool, 'a.b': tool, a_b: tool });
    expect(findings.map(({ tool: name, rule }) => [name, rule])).toEqual([
      ['get it', 'name-rewritten'],
      ['a.b', 'name-collision'],
    ]);
    expect(findings[0]?.message).toContain('"get_it"');
    expect(findings[1]?.message).toContain('"a_b_2"');
  });

  it('tells what the APIs do not take, and whom it concerns', async () => {
    const text = { type: 'string', description: 'Some text here' };
    const schema = objectOf({
      short: { ...text, maxLength: 5 },
      record: { type: 'object', description: 'All the scores', additionalProperties: text },
      places: { type: 'array', description: 'First and last', items: [text, text] },
      anything: { description: 'Whatever you like' },
      values: { description: 'One or two', type: 'number', enum: [1, 2] },
      inner: { ...objectOf({ a: text }), description: 'More of it', dependentSchemas: { a: {} } },
      'no-ascii-é': text,
      either: {
        description: 'One of two',
        anyOf: [
          { ...text, maxLength: 5 },
          { ...text, maxLength: 9 },
        ],
      },
    });
    expect(await found({ it: toolOf(schema) })).toEqual([
      'error rule-lost inner (google)',
      'warning tuple-rewritten places (openai google)',
      'warning property-renamed no-ascii-é (anthropic)',
      'warning rule-in-words short (google)',
      'warning record-as-entries record (google)',
      'warning sent-as-text anything (google)',
      'warning enum-as-labels values (google)',
      'warning rule-in-words either (google)',
    ]);
    expect(await found({ it: toolOf(schema) }, 'anthropic')).toEqual([
      'warning property-renamed no-ascii-é (anthropic)',
    ]);
  });

  it('does not tell of rules in words that the description names itself', async () => {
    const named = {
      short: z.string().max(80).describe('Name of the city, at most 80 characters'),
      many: z
        .array(z.string().max(9).describe('Tag of 9 letters'))
        .max(1000)
        .describe('Up to 1,000'),
      days: z.int().min(-5).max(16).describe('Days from now, -5 to 16'),
      day: z.iso.date().describe('The day, such as 2026-03-02'),
      at: z.iso.time().describe('When, such as 09:30'),
      mail: z.email().describe('E-mail address'),
      code: z
        .string()
        .regex(/^[A-Z]{3}-\d+$/)
        .describe('The order, such as ABC-12.'),
      deep: z
        .object({ x: z.number().max(3).nullish().describe('Row, up to 3') })
        .describe('Place in it'),
    };
    expect(await found({ it: toolOf(z.object(named)) })).toEqual([]);
    const silent = {
      short: named.short.describe('Name of the city'),
      many: named.many.describe('All of them'),
      days: named.days.describe('Days from now, up to 160'),
      day: named.day.describe('The day it begins'),
      at: named.at.describe('When it begins'),
      mail: named.mail.describe('Where it goes'),
      code: named.code.describe('The order, such as AB-12'),
      deep: z.object({ x: z.number().max(3).nullish().describe('Row of it') }).describe('Up to 3'),
    };
    expect(
      (await found({ it: toolOf(z.object(silent)) })).map((line) => line.split(' ')[2]),
    ).toEqual(['short', 'many', 'days', 'days', 'day', 'at', 'mail', 'code', 'deep.x']);
    const optional = z.object({ at: z.array(z.array(named.day)).optional() });
    expect(await found({ it: toolOf(optional, { strict: false }) })).toEqual([
      'error sent-as-written at[][] (google)',
    ]);
  });

  it('looks at strict mode where the tool asks for it', async () => {
    const schema = objectOf({ a: { type: 'string', description: 'Some text here', maxLength: 5 } });
    expect(await found({ it: toolOf(schema, { strict: true }) })).toEqual([
      'warning rule-in-words a',
    ]);
  });

  it('tells of what is refused because strict is false', async () => {
    const schema = objectOf({ a: { type: 'string', description: 'Some text here', maxLength: 5 } });
    const tool = toolOf(schema, { strict: false });
    expect(await found({ it: tool })).toEqual(['error sent-as-written a (google)']);
    const [finding] = (await lintTools({ it: tool })).findings;
    expect(finding?.message).toContain('"maxLength" is refused or ignored by Google');
  });

  it('tells of roots and schemas that hold themselves', async () => {
    const text = { type: 'string', description: 'Some text here' };
    const union = z.union([
      z.object({ a: z.string().describe('Some text here') }),
      z.object({ b: z.string().describe('Some text here') }),
    ]);
    expect(await found({ it: toolOf(union) })).toEqual(['warning union-wrapped']);
    const tree = {
      ...objectOf({
        name: text,
        parts: { type: 'array', description: 'Parts of it', items: { $ref: '#/$defs/tree' } },
      }),
      description: 'A tree of parts',
    };
    const schema = objectOf({ tree: { $ref: '#/$defs/tree' } }, { $defs: { tree } });
    expect(await found({ it: toolOf(schema) })).toEqual([
      'warning recursion-cut tree.parts[] (google)',
    ]);
  });

  it('tells of what is large', async () => {
    const values = Array.from({ length: 101 }, (_, index) => `value-${index}`);
    const field = { type: 'string', description: 'One of many values', enum: values };
    expect(await found({ it: toolOf(objectOf({ a: field })) })).toEqual(['warning large-enum a']);
    const few = { ...field, enum: values.slice(1) };
    expect(await found({ it: toolOf(objectOf({ a: few })) })).toEqual([]);
    const many = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [
        `field${index}`,
        { type: 'string', description: 'A field that says what it means' },
      ]),
    );
    expect(await found({ it: toolOf(objectOf(many)) })).toEqual(['warning large-schema']);
  });

  it('tells of schemas that are larger than strict mode takes', async () => {
    const values = Array.from({ length: 1001 }, (_, index) => index);
    const wide = objectOf({
      a: { type: 'number', description: 'One of many values', enum: values },
    });
    expect(await found({ it: toolOf(wide, { strict: true }) }, 'openai')).toContain(
      'error strict-limit (openai)',
    );
    expect(await found({ it: toolOf(wide) }, 'openai')).not.toContain(
      'error strict-limit (openai)',
    );
    let deep = objectOf({ end: { type: 'string', description: 'Some text here' } });
    for (let level = 0; level < 9; level++)
      deep = objectOf({ in: { ...deep, description: 'One level down' } });
    expect(await found({ it: toolOf(deep, { strict: true }) }, 'openai')).toEqual([]);
    deep = objectOf({ in: { ...deep, description: 'One level down' } });
    expect(await found({ it: toolOf(deep, { strict: true }) }, 'openai')).toEqual([
      'error strict-limit (openai)',
    ]);
  });

  it('tells of tools that no model can be told of, and goes on', async () => {
    const broken = { description: 'Broken', inputSchema: 5, execute: () => 1 };
    const late = toolOf({
      '~standard': {
        version: 1,
        vendor: 'mine',
        validate: (value: unknown) => ({ value }),
        jsonSchema: {
          input: () => {
            throw new Error('no such type');
          },
        },
      },
    });
    const { findings, costs } = await lintTools({ broken, late, fine: toolOf(objectOf({})) });
    expect(findings.map(({ tool, rule, severity }) => [tool, rule, severity])).toEqual([
      ['broken', 'schema-unusable', 'error'],
      ['late', 'schema-unusable', 'error'],
    ]);
    expect(findings[1]?.message).toContain('no such type');
    expect(costs.map(({ tool }) => tool)).toEqual(['fine']);
  });

  it('counts the tokens of each definition as each provider is sent it', async () => {
    const small = toolOf(objectOf({}));
    const large = toolOf(
      objectOf({
        a: { type: 'string', description: 'Some text here', maxLength: 5, pattern: '^a+$' },
      }),
    );
    const { costs, total } = await lintTools({ small, large });
    expect(costs.map(({ tool }) => tool)).toEqual(['small', 'large']);
    const [first, second] = costs.map(({ tokens }) => tokens);
    for (const provider of ['openai', 'anthropic', 'google'] as const) {
      expect(first?.[provider]).toBeGreaterThan(10);
      expect(second?.[provider]).toBeGreaterThan(first?.[provider] ?? 0);
      expect(total[provider]).toBe((first?.[provider] ?? 0) + (second?.[provider] ?? 0));
    }
    expect(second?.google).not.toBe(second?.anthropic);
  });
});

it('has every rule in the README', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(Object.keys(lintRules).filter((rule) => !readme.includes(`\`${rule}\``))).toEqual([]);
});
