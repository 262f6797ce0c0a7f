import { call, scriptedModel, toolCallsIn, toolResultsIn } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ModelOption } from '../models/index.ts';
import { createTool } from '../tools/index.ts';
import { Agent } from './index.ts';

const inputSchema = z.object({
  city: z.string(),
  days: z.number().default(5),
  unit: z.string().optional(),
  note: z.string().nullable(),
  limits: z.record(z.string(), z.number()).optional(),
});

/** Lets a model of `provider` call the tool with what it was told to give, and then speak. */
async function run(provider: string, args: unknown, strict?: boolean) {
  const model = scriptedModel([[call('look.up', args, { id: 'call:1/ä' })], 'Done.'], { provider });
  const seen: unknown[] = [];
  const tool = createTool({
    id: 'look',
    description: '',
    inputSchema,
    ...(strict !== undefined && { strict }),
    execute: async (input) => seen.push(input),
  });
  const agent = new Agent({
    id: 'a',
    name: 'A',
    instructions: '',
    model,
    tools: { 'look.up': tool },
  });
  const output = await agent.generate('?');
  const schema = model.requests[0]?.tools?.[0]?.inputSchema as {
    required: string[];
    properties: Record<string, unknown>;
  };
  return { model, seen, schema, output };
}

describe('a tool whose schema the provider does not take as it is', () => {
  const written = { city: 'Oslo', days: null, unit: null, note: null, limits: null };
  const parsed = { city: 'Oslo', days: 5, note: null };

  it.each(['openai.responses', 'openai.chat', 'azure.chat', 'xai.chat'])(
    'is told to %s with all fields required, and what is null was absent',
    async (provider) => {
      const { schema, seen, output } = await run(provider, written);
      expect([...schema.required].sort()).toEqual(Object.keys(written).sort());
      expect(JSON.stringify(schema)).not.toContain('"x-');
      expect(seen).toEqual([parsed]);
      expect(output.toolCalls[0]?.payload).toMatchObject({ toolName: 'look.up' });
      expect(output.toolCalls[0]?.payload.args).toEqual({ city: 'Oslo', note: null });
    },
  );

  it('goes back to the model in its own words', async () => {
    const { model } = await run('openai.chat', written);
    expect(toolCallsIn(model.lastPrompt)[0]?.input).toEqual(written);
  });

  it.each(['anthropic.messages', 'google.generative-ai', 'somebody.else'])(
    'keeps optional fields optional for %s',
    async (provider) => {
      const { schema, seen } = await run(provider, { city: 'Oslo', note: null, limits: { a: 1 } });
      expect([...schema.required].sort()).toEqual(['city', 'note']);
      expect(seen).toEqual([{ ...parsed, limits: { a: 1 } }]);
    },
  );

  it('is told as it stands when its author says strict: false', async () => {
    const { schema } = await run('openai.chat', { city: 'Oslo', note: null }, false);
    expect([...schema.required].sort()).toEqual(['city', 'note']);
  });

  const versions = ['v2', 'v3', 'v4'] as const;
  const modes = ['generate', 'stream'] as const;
  it.each(versions.flatMap((version) => modes.map((mode) => [version, mode] as const)))(
    'is told to a model of %s in the same list at every request, converted once (%s)',
    async (version, mode) => {
      const args = { city: 'Oslo', days: null, unit: null, note: null, limits: null };
      const step = [call('look', args)];
      const model = scriptedModel([step, step, 'Done.', 'Again.'], {
        version,
        provider: 'openai.chat',
      });
      const lists: unknown[] = [];
      const asked = spyOnTools(model, lists);
      const { schema, conversions } = countConversions(inputSchema);
      const execute = async () => 'seen';
      const look = createTool({ id: 'look', description: '', inputSchema: schema, execute });
      const agent = new Agent({
        id: 'a',
        name: 'A',
        instructions: '',
        model: asked,
        tools: { look },
      });
      for (const request of ['?', 'And now?']) {
        if (mode === 'generate') await agent.generate(request);
        else await (await agent.stream(request)).text;
      }
      expect(lists).toHaveLength(4);
      expect(lists[0]).toMatchObject([{ name: 'look', inputSchema: { properties: {} } }]);
      for (const list of lists) expect(list).toBe(lists[0]);
      expect(conversions()).toBe(1);
    },
  );
});

/** The model, which keeps the list of tools of each request: not a copy, as scripted models do. */
function spyOnTools<Model extends ModelOption & object>(model: Model, lists: unknown[]): Model {
  return new Proxy(model, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'doGenerate' && name !== 'doStream') return value;
      return (options: { readonly tools?: unknown }) => {
        lists.push(options.tools);
        return (value as (options: object) => unknown).call(target, options);
      };
    },
  });
}

/** The same schema as one of another library, which counts how often it is asked for its JSON Schema. */
function countConversions(source: typeof inputSchema) {
  let count = 0;
  const standard = source['~standard'];
  const schema = {
    '~standard': {
      ...standard,
      vendor: 'counting',
      jsonSchema: {
        ...standard.jsonSchema,
        input(options: Parameters<typeof standard.jsonSchema.input>[0]) {
          count++;
          return standard.jsonSchema.input(options);
        },
      },
    },
  };
  return { schema, conversions: () => count };
}

describe('a call id that the provider does not take', () => {
  it('is mapped, the same in call and result', async () => {
    const { model, output } = await run('anthropic.messages', { city: 'Oslo', note: null });
    const [sent] = toolCallsIn(model.lastPrompt);
    expect(sent?.toolCallId).toMatch(/^[a-zA-Z0-9_-]+$/);
    expect(toolResultsIn(model.lastPrompt)[0]?.toolCallId).toBe(sent?.toolCallId);
    expect(output.toolCalls[0]?.payload.toolCallId).toBe('call:1/ä');
  });

  it('stays what it is for the others', async () => {
    const { model } = await run('somebody.else', { city: 'Oslo', note: null });
    expect(toolCallsIn(model.lastPrompt)[0]?.toolCallId).toBe('call:1/ä');
  });
});
