import { call, scriptedModel, toolCallsIn, toolResultsIn } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
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

  it('is the same list of tools at every request', async () => {
    const { model } = await run('openai.chat', written);
    expect(model.requests[0]?.tools).toEqual(model.requests[1]?.tools);
  });
});

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
