import { call, failWith, scriptedModel } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTool } from '../tools/index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const schema = z.object({ city: z.string(), note: z.string().optional() });
const answer = '{"city":"Oslo"}';
const look = createTool({ id: 'look', description: '', execute: async () => 4 });
const tools = { look };
const words = expect.stringContaining('"city"');

describe('a schema that is told in words', () => {
  it.each([true, 'system'] as const)('is a system message after the others (%s)', async (way) => {
    const { agent, model } = quietAgent(scriptedModel([[call('look', {})], answer]), { tools });
    const structuredOutput = { schema, jsonPromptInjection: way };
    const { object } = await agent.generate('?', { structuredOutput, system: 'Be brief.' });
    expect(object).toEqual({ city: 'Oslo' });
    for (const { prompt, responseFormat } of model.requests) {
      expect(responseFormat).toBeUndefined();
      expect(prompt.slice(0, 4)).toMatchObject([
        { role: 'system', content: 'Help.' },
        { role: 'system', content: 'Be brief.' },
        { role: 'system', content: words },
        { role: 'user' },
      ]);
    }
  });

  it('is told inline at the end of the latest message of the user, in each request', async () => {
    const { agent, model } = quietAgent(scriptedModel([[call('look', {})], answer]), { tools });
    const structuredOutput = { schema, jsonPromptInjection: 'inline' } as const;
    const { object } = await agent.generate(
      [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
        { role: 'user', content: 'Where?' },
      ],
      { structuredOutput },
    );
    expect(object).toEqual({ city: 'Oslo' });
    expect(model.requests.map(({ prompt }) => prompt.length)).toEqual([4, 6]);
    for (const { prompt, responseFormat } of model.requests) {
      expect(responseFormat).toBeUndefined();
      expect(prompt[1]).toMatchObject({ content: [{ text: 'Hello' }] });
      expect(prompt[3]).toMatchObject({ content: [{ text: 'Where?' }, { text: words }] });
    }
  });

  it.each(['inline', 'system'] as const)('stands in what is sent alone (%s)', async (way) => {
    const seen: unknown[] = [];
    const { agent } = quietAgent(scriptedModel([[call('look', {})], answer]), { tools });
    const { steps, response } = await agent.generate('?', {
      structuredOutput: { schema, jsonPromptInjection: way },
      prepareStep: ({ messages, systemMessages }) => {
        seen.push(messages, systemMessages);
      },
    });
    expect(JSON.stringify([seen, steps, response])).not.toContain('JSON Schema');
  });

  it('becomes a message of its own where the user has said nothing', async () => {
    const { agent, model } = quietAgent(scriptedModel([answer]));
    const structuredOutput = { schema, jsonPromptInjection: 'inline' } as const;
    await agent.generate([], { structuredOutput });
    expect(model.lastPrompt.at(-1)).toMatchObject({ role: 'user', content: [{ text: words }] });
  });

  it.each(['system', 'inline'] as const)('has the words of the caller (%s)', async (way) => {
    const { agent, model } = quietAgent(scriptedModel([answer]));
    const structuredOutput = { schema, jsonPromptInjection: way, instructions: 'Say { city }.' };
    await agent.generate('?', { structuredOutput });
    expect(JSON.stringify(model.lastPrompt)).toContain('Say { city }.');
    expect(JSON.stringify(model.lastPrompt)).not.toContain('JSON Schema');
  });

  it('has no words where a response format tells it', async () => {
    const { agent, model } = quietAgent(scriptedModel([answer]));
    await agent.generate('?', { structuredOutput: { schema, instructions: 'Say { city }.' } });
    expect(JSON.stringify(model.lastPrompt)).not.toContain('Say');
    expect(model.requests[0]?.responseFormat).toMatchObject({ type: 'json' });
  });

  it('is in the form of its author, whatever the API wants in a response format', async () => {
    const { agent, model } = quietAgent(
      scriptedModel(['{"city":"Oslo","note":null}', answer], { provider: 'openai.chat' }),
    );
    const structuredOutput = {
      schema,
      jsonPromptInjection: 'inline',
      errorStrategy: 'warn',
    } as const;
    expect((await agent.generate('?', { structuredOutput })).object).toBeUndefined();
    expect((await agent.generate('?', { structuredOutput })).object).toEqual({ city: 'Oslo' });
    expect(JSON.stringify(model.lastPrompt)).toContain('\\"required\\":[\\"city\\"]');
  });
});

describe('jsonPromptInjection: auto', () => {
  const structuredOutput = { schema, jsonPromptInjection: 'auto' } as const;
  const isNative = async (
    [provider, modelId]: readonly [string, string],
    hasTools: boolean,
    version: 'v2' | 'v3' | 'v4' = 'v3',
  ) => {
    const model = scriptedModel([answer], { provider, modelId, version });
    const { agent } = quietAgent(model, hasTools ? { tools } : {});
    await agent.generate('?', { structuredOutput });
    const [request] = model.requests;
    const isTold = JSON.stringify(request?.prompt).includes('JSON Schema');
    expect(isTold).toBe(request?.responseFormat === undefined);
    return !isTold;
  };

  it.each([
    ['openai.responses', 'gpt-5-mini'],
    ['openai.chat', 'gpt-4.1'],
    ['azure.responses', 'gpt-4o'],
    ['xai.chat', 'grok-4'],
    ['google.generative-ai', 'gemini-3-pro-preview'],
    ['anthropic.messages', 'claude-sonnet-4-5-20250929'],
  ])('asks by a response format beside tools: %s %s', async (...model) => {
    expect(await isNative(model, true)).toBe(true);
  });

  it.each([
    ['google.generative-ai', 'gemini-2.5-flash'],
    ['google.vertex.chat', 'gemini-2.0-flash'],
    ['xai.chat', 'grok-3'],
  ])('asks by a response format where there are no tools: %s %s', async (...model) => {
    expect([await isNative(model, false), await isNative(model, true)]).toEqual([true, false]);
  });

  it.each([
    ['openai.chat', 'gpt-4-turbo'],
    ['openai.chat', 'gpt-3.5-turbo'],
    ['anthropic.messages', 'claude-sonnet-4-20250514'],
    ['mistral.chat', 'mistral-large-latest'],
    ['openrouter.chat', 'openai/gpt-5'],
    ['wire.chat', 'qwen3'],
  ])('asks in words where nothing is known for sure: %s %s', async (...model) => {
    expect([await isNative(model, false), await isNative(model, true)]).toEqual([false, false]);
  });

  it('asks in words where the package forces a call in place of a format', async () => {
    const claude = ['anthropic.messages', 'claude-sonnet-4-5'] as const;
    expect([await isNative(claude, true, 'v2'), await isNative(claude, true, 'v4')]).toEqual([
      false,
      true,
    ]);
  });

  it('is decided for each model of a list', async () => {
    const first = scriptedModel([failWith(new Error('down'))], {
      provider: 'openai.responses',
      modelId: 'gpt-5',
    });
    const second = scriptedModel([[call('look', {})], answer], {
      provider: 'google.generative-ai',
      modelId: 'gemini-2.5-flash',
    });
    const models = [first, second].map((model) => ({ model, maxRetries: 0 }));
    const { agent } = quietAgent(models, { tools });
    const { object } = await agent.generate('?', { structuredOutput });
    expect(object).toEqual({ city: 'Oslo' });
    expect(first.requests[0]?.responseFormat).toBeDefined();
    expect(second.requests.map((request) => request.responseFormat)).toEqual([
      undefined,
      undefined,
    ]);
  });
});
