import { type } from 'arktype';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { toTool } from './foreign-tool.ts';
import { createTool, partsOf, type ToolContext, ToolSet } from './index.ts';

/** What the AI SDK's `jsonSchema()` makes. */
const jsonSchema = (schema: object) => ({
  [Symbol.for('vercel.ai.schema')]: true,
  _type: undefined,
  jsonSchema: schema,
});
const cityJson = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const run = async (value: object, input: unknown) => {
  const { input: schema, run: execute } = partsOf(toTool(value, 'k'));
  const parsed = await schema?.parse(input);
  return parsed?.ok ? execute?.(parsed.value, { toolCallId: 'c' } as ToolContext) : parsed;
};

describe('a tool of the AI SDK', () => {
  it.each([
    ['a zod schema', { inputSchema: z.object({ city: z.string() }) }],
    ['a zod schema under its older name', { parameters: z.object({ city: z.string() }) }],
    ['jsonSchema()', { inputSchema: jsonSchema(cityJson) }],
    ['a function that gives the schema', { inputSchema: () => z.object({ city: z.string() }) }],
    ['an ArkType type, which is a function too', { inputSchema: type({ city: 'string' }) }],
  ])('is taken with %s', async (_, schema) => {
    const foreign = {
      description: 'Weather',
      ...schema,
      execute: async (input: object, { toolCallId }: { toolCallId: string }) => ({
        ...input,
        toolCallId,
      }),
    };
    expect(await run(foreign, { city: 'Oslo' })).toEqual({ city: 'Oslo', toolCallId: 'c' });
    expect(await run(foreign, { city: 7 })).toMatchObject({ ok: false });
    expect(
      ToolSet.ofAgent([{ name: 'tools', tools: { weather: foreign } }]).definitions,
    ).toMatchObject([
      { name: 'weather', description: 'Weather', inputSchema: { required: ['city'] } },
    ]);
  });

  it('is one tool, however often it is met', () => {
    const foreign = { inputSchema: z.object({}), execute: () => 1 };
    expect(toTool(foreign, 'a')).toBe(toTool(foreign, 'a'));
  });

  it('keeps its callbacks and settings', () => {
    const more = {
      title: 'T',
      strict: true,
      inputExamples: [{ input: {} }],
      providerOptions: { openai: { a: 1 } },
      onInputStart: () => {},
      onInputDelta: () => {},
      onInputAvailable: () => {},
    };
    const foreign = { ...more, inputSchema: z.object({}), execute: () => 1 };
    expect(toTool(foreign, 'k')).toMatchObject({ ...more, id: 'k' });
  });

  it('needs approval when it says so, in its own words', () => {
    const needs = (needsApproval: unknown) =>
      partsOf(toTool({ inputSchema: z.object({}), execute: () => 1, needsApproval }, 'k'))
        .needsApproval;
    expect(needs(true)).toBe(true);
    expect(needs(async () => false)).toBe(true);
    expect(needs(false)).toBe(false);
    expect(needs(undefined)).toBe(false);
  });

  it('may yield results: the last one counts', async () => {
    const inputSchema = z.object({ n: z.number() });
    async function* execute({ n }: { n: number }) {
      yield n;
      yield n + 1;
    }
    expect(await run({ inputSchema, execute }, { n: 1 })).toBe(2);
  });

  it('is called as a method of the tool', async () => {
    const foreign = {
      inputSchema: z.object({}),
      base: 41,
      execute() {
        return this.base + 1;
      },
    };
    expect(await run(foreign, {})).toBe(42);
  });

  it('without execute is run by the client', () => {
    expect(partsOf(toTool({ inputSchema: z.object({}) }, 'k')).run).toBeUndefined();
  });
});

describe('toTool', () => {
  it('gives tools of ours back as they are', () => {
    const tool = createTool({ id: 'a', description: '', execute: async () => 1 });
    expect(toTool(tool, 'k')).toBe(tool);
  });

  it('takes a copy of one of ours with a change', async () => {
    const tool = createTool({
      id: 'a',
      description: 'old',
      inputSchema: z.object({ n: z.string().transform(Number) }),
      execute: async ({ n }) => n + 1,
    });
    const changed = { ...tool, description: 'new' };
    expect(toTool(changed, 'k').description).toBe('new');
    expect(await run(changed, { n: '1' })).toBe(2);
  });

  it.each([
    ['a text', 'x', 'a string'],
    ['a function', () => {}, 'a function'],
    ['nothing that can be called', {}, 'neither `inputSchema` nor `execute`'],
  ])('refuses %s, naming the key and the way out', (_, value, why) => {
    const take = () => toTool(value, 'my-key');
    expect(take).toThrow(expect.objectContaining({ id: 'AGENT_OPTION_INVALID' }));
    expect(take).toThrow(/"my-key".*createTool/);
    expect(take).toThrow(why);
  });
});
