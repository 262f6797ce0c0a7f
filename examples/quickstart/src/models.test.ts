import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createXai } from '@ai-sdk/xai';
import type { ModelOption } from '@tenon/core/agent';
import { call, startWireServer, type WireServer } from '@tenon/testing';
import { createAnthropic as createAnthropic5 } from 'anthropic-ai5';
import { createAnthropic as createAnthropic7 } from 'anthropic-ai7';
import { createOpenAICompatible as createCompatible5 } from 'compatible-ai5';
import { createOpenAICompatible as createCompatible7 } from 'compatible-ai7';
import { createGoogleGenerativeAI as createGoogle5 } from 'google-ai5';
import { createGoogleGenerativeAI as createGoogle7 } from 'google-ai7';
import { createOpenAI as createOpenAI5 } from 'openai-ai5';
import { createOpenAI as createOpenAI7 } from 'openai-ai7';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createXai as createXai5 } from 'xai-ai5';
import { createXai as createXai7 } from 'xai-ai7';
import { createAssistant } from './agent.ts';

const request = 'What is 18% of 2450?';
let server: WireServer;

beforeEach(async () => {
  server = await startWireServer([
    [call('calculator', { expression: '18% of 2450' })],
    ({ toolResults }) => `It is ${/441/.exec(toolResults[0]?.text ?? '')}.`,
  ]);
});
afterEach(() => server.close());

const settings = (provider: Parameters<WireServer['baseUrlFor']>[0]) => ({
  name: 'wire',
  apiKey: 'key',
  baseURL: server.baseUrlFor(provider),
});

const models: Record<string, () => ModelOption> = {
  'openai, AI SDK 5': () => createOpenAI5(settings('openai'))('gpt-5'),
  'openai, AI SDK 6': () => createOpenAI(settings('openai'))('gpt-5'),
  'openai, AI SDK 7': () => createOpenAI7(settings('openai'))('gpt-5'),
  'anthropic, AI SDK 5': () => createAnthropic5(settings('anthropic'))('claude-sonnet-4-5'),
  'anthropic, AI SDK 6': () => createAnthropic(settings('anthropic'))('claude-sonnet-4-5'),
  'anthropic, AI SDK 7': () => createAnthropic7(settings('anthropic'))('claude-sonnet-4-5'),
  'google, AI SDK 5': () => createGoogle5(settings('google'))('gemini-2.5-flash'),
  'google, AI SDK 6': () => createGoogleGenerativeAI(settings('google'))('gemini-2.5-flash'),
  'google, AI SDK 7': () => createGoogle7(settings('google'))('gemini-2.5-flash'),
  'xai, AI SDK 5': () => createXai5(settings('xai'))('grok-4'),
  'xai, AI SDK 6': () => createXai(settings('xai'))('grok-4'),
  'xai, AI SDK 7': () => createXai7(settings('xai'))('grok-4'),
  'openai-compatible, AI SDK 5': () => createCompatible5(settings('compatible'))('qwen3'),
  'openai-compatible, AI SDK 6': () => createOpenAICompatible(settings('compatible'))('qwen3'),
  'openai-compatible, AI SDK 7': () => createCompatible7(settings('compatible'))('qwen3'),
  'a URL': () => `${server.baseUrlFor('compatible')}#qwen3`,
};

describe('the assistant', () => {
  it.each(Object.keys(models))('answers by %s', async (name) => {
    const model = (models[name] as () => ModelOption)();
    const stream = await createAssistant({ model }).stream(request);
    expect(await stream.text).toBe('It is 441.');
    expect(server.requests.map(({ toolNames }) => toolNames)).toEqual([
      expect.arrayContaining(['notes', 'calculator', 'searchFiles']),
      expect.arrayContaining(['notes', 'calculator', 'searchFiles']),
    ]);
  });
});
