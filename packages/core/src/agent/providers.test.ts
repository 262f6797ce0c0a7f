import { createAnthropic as anthropic6 } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI as google6 } from '@ai-sdk/google';
import { createOpenAI as openai6 } from '@ai-sdk/openai';
import { createOpenAICompatible as compatible6 } from '@ai-sdk/openai-compatible';
import { createXai as xai6 } from '@ai-sdk/xai';
import {
  call,
  collect,
  cutConnection,
  finish,
  httpError,
  malformedChunk,
  reasoning,
  slowFirstByte,
  startWireServer,
  text,
  type WireServer,
  type WireStep,
} from '@tenon/testing';
import { createAnthropic as anthropic5 } from 'anthropic-ai5';
import { createAnthropic as anthropic7 } from 'anthropic-ai7';
import { createOpenAICompatible as compatible5 } from 'compatible-ai5';
import { createOpenAICompatible as compatible7 } from 'compatible-ai7';
import { createGoogleGenerativeAI as google5 } from 'google-ai5';
import { createGoogleGenerativeAI as google7 } from 'google-ai7';
import { createOpenAI as openai5 } from 'openai-ai5';
import { createOpenAI as openai7 } from 'openai-ai7';
import { afterEach, describe, expect, it } from 'vitest';
import { createXai as xai5 } from 'xai-ai5';
import { z } from 'zod';
import { silentLogger } from '../base/logger.ts';
import type { ModelOption } from '../models/index.ts';
import { createTool } from '../tools/index.ts';
import { joinRegistry } from './host.ts';
import { Agent } from './index.ts';

type Provider = 'openai' | 'anthropic' | 'google' | 'xai' | 'compatible';
type Make = (settings: {
  apiKey: string;
  baseURL: string;
  name: string;
  includeUsage: boolean;
}) => (id: string) => unknown;

/** The real packages, in the three lines of the AI SDK: specification versions 2, 3 and 4. */
const packages: Record<string, [Provider, Make, string]> = {
  'openai responses, AI SDK 5': ['openai', openai5 as Make, 'gpt-5'],
  'openai responses, AI SDK 6': ['openai', openai6 as Make, 'gpt-5'],
  'openai responses, AI SDK 7': ['openai', openai7 as Make, 'gpt-5'],
  'openai chat, AI SDK 6': ['openai', (settings) => openai6(settings).chat, 'gpt-4o'],
  'anthropic, AI SDK 5': ['anthropic', anthropic5 as Make, 'claude-sonnet-4-5'],
  'anthropic, AI SDK 6': ['anthropic', anthropic6 as Make, 'claude-sonnet-4-5'],
  'anthropic, AI SDK 7': ['anthropic', anthropic7 as Make, 'claude-sonnet-4-5'],
  'google, AI SDK 5': ['google', google5 as Make, 'gemini-2.5-flash'],
  'google, AI SDK 6': ['google', google6 as Make, 'gemini-2.5-flash'],
  'google, AI SDK 7': ['google', google7 as Make, 'gemini-2.5-flash'],
  'xai, AI SDK 5': ['xai', xai5 as Make, 'grok-4'],
  'xai, AI SDK 6': ['xai', xai6 as Make, 'grok-4'],
  'openai-compatible, AI SDK 5': ['compatible', compatible5 as Make, 'qwen3'],
  'openai-compatible, AI SDK 6': ['compatible', compatible6 as Make, 'qwen3'],
  'openai-compatible, AI SDK 7': ['compatible', compatible7 as Make, 'qwen3'],
};

const servers: WireServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** One pixel. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const looked: unknown[] = [];
const weather = createTool({
  id: 'weather',
  description: 'Weather of a city',
  inputSchema: z.object({
    city: z.string(),
    days: z.number().default(1),
    unit: z.enum(['C', 'F']).optional(),
  }),
  execute: async (input) => {
    looked.push(input);
    return { summary: `sun over ${input.city}` };
  },
});

async function serve(steps: readonly WireStep[]): Promise<WireServer> {
  const server = await startWireServer(steps);
  servers.push(server);
  return server;
}

function modelOf(row: string, server: WireServer, otherId?: string) {
  const [provider, make, id] = packages[row] as [Provider, Make, string];
  return make({
    apiKey: 'key',
    baseURL: server.baseUrlFor(provider),
    name: 'wire',
    includeUsage: true,
  })(otherId ?? id) as ModelOption;
}

function agentOn(model: ModelOption) {
  looked.length = 0;
  const agent = new Agent({
    id: 'a',
    name: 'A',
    instructions: 'Look it up.',
    model,
    tools: { weather },
  });
  agent[joinRegistry]({ logger: silentLogger, tenon: undefined, generateId: undefined });
  return agent;
}

/** What a polite server says with a status that passes. */
const soon = { headers: { 'retry-after-ms': '1' } };

describe.each(Object.keys(packages))('%s', (row) => {
  it.each(['stream', 'generate'] as const)('calls tools in two steps (%s)', async (mode) => {
    const server = await serve([
      [
        text('Looking.'),
        call('weather', { city: 'Oslo', unit: 'C' }, { id: 'call_a' }),
        call('weather', { city: 'Rome', days: 2 }, { id: 'call_b' }),
        finish('tool-calls', { usage: { input: 20, output: 7 } }),
      ],
      [text('Sun in both.'), finish('stop', { usage: { input: 40, output: 5 } })],
    ]);
    const agent = agentOn(modelOf(row, server));
    const output =
      mode === 'generate'
        ? await agent.generate('Oslo and Rome?')
        : await (await agent.stream('Oslo and Rome?')).getFullOutput();
    expect(output.text).toBe('Looking.Sun in both.');
    expect(looked).toEqual([
      { city: 'Oslo', days: 1, unit: 'C' },
      { city: 'Rome', days: 2 },
    ]);
    expect(output.totalUsage).toMatchObject({ inputTokens: 60, outputTokens: 12, totalTokens: 72 });
    expect(output.finishReason).toBe('stop');
    const [first, second] = server.requests;
    expect(first?.tools.map((tool) => tool.name)).toEqual(['weather']);
    expect(second?.toolResults.map((result) => result.text)).toEqual([
      expect.stringContaining('sun over Oslo'),
      expect.stringContaining('sun over Rome'),
    ]);
    expect(server.openRequests).toBe(0);
  });

  it('shows an image of the user to the model', async () => {
    const server = await serve(['A dot.']);
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'image', image: `data:image/png;base64,${dot}` },
    ] as const;
    await agentOn(modelOf(row, server)).generate([{ role: 'user', content }]);
    expect(server.lastRequest.images).toMatchObject([{ mediaType: 'image/png', base64: dot }]);
  });

  it('shows an image that a tool gave to the model', async () => {
    const server = await serve(['A dot.']);
    const value = [
      { type: 'text', text: 'a picture' },
      { type: 'image-data', data: dot, mediaType: 'image/png' },
    ] as const;
    const named = { toolCallId: 'call_a', toolName: 'weather' };
    await agentOn(modelOf(row, server)).generate([
      { role: 'user', content: 'Draw.' },
      { role: 'assistant', content: [{ type: 'tool-call', ...named, input: { city: 'Oslo' } }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', ...named, output: { type: 'content', value } }],
      },
    ]);
    const { toolResults, images } = server.lastRequest;
    expect(JSON.stringify(toolResults)).toContain('a picture');
    // chat completions have no images in results: their packages send the parts as text
    if (images.length === 0) expect(row).toMatch(/chat|xai|compatible|google, AI SDK 5/);
    else expect(images).toMatchObject([{ base64: dot }]);
  });

  it('tells a wrong key at once, with the status', async () => {
    const server = await serve([httpError(401)]);
    const failing = agentOn(modelOf(row, server)).generate('?');
    await expect(failing).rejects.toMatchObject({ statusCode: 401 });
    expect(server.requests).toHaveLength(1);
  });

  it.each([429, 500, 529])('asks again after status %i', async (status) => {
    const server = await serve([httpError(status, soon), 'There.']);
    const stream = await agentOn(modelOf(row, server)).stream('?');
    expect(await stream.text).toBe('There.');
    expect(server.requests).toHaveLength(2);
  });

  it('goes on with the next model, and the step says which answered', async () => {
    const server = await serve([httpError(400), 'From the second.']);
    const id = `${(packages[row] as [Provider, Make, string])[2]}-other`;
    const agent = agentOn([
      { model: modelOf(row, server) as never },
      { model: modelOf(row, server, id) as never },
    ]);
    const output = await agent.generate('?');
    expect(output.text).toBe('From the second.');
    expect(output.steps[0]?.model.modelId).toBe(id);
  });

  it('fails, and runs nothing, when the connection is cut after text', async () => {
    const server = await serve([['Some ', cutConnection()], 'never asked']);
    const stream = await agentOn(modelOf(row, server)).stream('?');
    const chunks = await collect(stream.fullStream);
    const types = chunks.map(({ type }) => type);
    expect(types).toContain('error');
    expect(types.at(-1)).toBe('finish');
    await expect(stream.text).rejects.toThrow();
    expect(server.requests).toHaveLength(1);
    expect(looked).toEqual([]);
  });

  it('fails at a chunk that is no JSON', async () => {
    const server = await serve([['Some ', malformedChunk()]]);
    const stream = await agentOn(modelOf(row, server)).stream('?', {
      modelSettings: { maxRetries: 0 },
    });
    await expect(stream.text).rejects.toThrow(/json|pars/i);
  });

  it('can be stopped before the first byte', async () => {
    const controller = new AbortController();
    const server = await serve([[slowFirstByte(() => new Promise(() => {})), 'late']]);
    const stream = await agentOn(modelOf(row, server)).stream('?', {
      abortSignal: controller.signal,
    });
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await stream.finishReason).toBe('aborted');
    while (server.openRequests > 0) await new Promise((resolve) => setImmediate(resolve));
  });
});

describe.each([
  'openai responses, AI SDK 5',
  'openai responses, AI SDK 6',
  'openai responses, AI SDK 7',
  'anthropic, AI SDK 5',
  'anthropic, AI SDK 6',
  'anthropic, AI SDK 7',
  'google, AI SDK 6',
])('%s', (row) => {
  it('counts cached and reasoning tokens, and keeps what the model thought', async () => {
    const usage = { input: 100, output: 50, cached: 80, reasoning: 30 };
    const server = await serve([
      [reasoning('Hm.'), text('So.'), finish('stop', { usage } as never)],
    ]);
    const output = await agentOn(modelOf(row, server)).generate('?');
    expect(output.text).toBe('So.');
    expect(output.reasoningText).toContain('Hm.');
    expect(output.totalUsage).toMatchObject({ cachedInputTokens: 80 });
    if (!row.startsWith('anthropic')) {
      expect(output.totalUsage).toMatchObject({ reasoningTokens: 30 });
    }
  });
});

describe('a model named by the URL of its server', () => {
  it('counts the tokens of a stream', async () => {
    const server = await serve([
      [text('Here.'), finish('stop', { usage: { input: 20, output: 7 } })],
    ]);
    const stream = await agentOn(`${server.baseUrlFor('compatible')}#qwen3`).stream('?');
    const output = await stream.getFullOutput();
    expect(output.text).toBe('Here.');
    expect(output.totalUsage).toMatchObject({ inputTokens: 20, outputTokens: 7, totalTokens: 27 });
  });
});

describe('what a tool says of itself for its provider', () => {
  const told = createTool({
    id: 'told',
    description: 'Told',
    inputSchema: z.object({ city: z.string() }),
    strict: true,
    inputExamples: [{ input: { city: 'Oslo' } }],
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    execute: async () => 'ok',
  });

  /** The definition of the tool as it stood in the body of the request. */
  async function toldTo(row: string): Promise<Record<string, unknown>> {
    const server = await serve(['Ok.']);
    const agent = new Agent({
      id: 'a',
      name: 'A',
      instructions: 'Hi.',
      model: modelOf(row, server),
      tools: { told },
    });
    await agent.generate('?');
    const { tools } = server.lastRequest.body as { tools: Record<string, unknown>[] };
    return tools[0] as Record<string, unknown>;
  }

  it.each([
    'openai responses, AI SDK 6',
    'openai responses, AI SDK 7',
    'anthropic, AI SDK 6',
    'anthropic, AI SDK 7',
  ])('sends strict: %s', async (row) => {
    expect(await toldTo(row)).toMatchObject({ strict: true });
  });

  it('sends strict: openai chat, AI SDK 6', async () => {
    expect(await toldTo('openai chat, AI SDK 6')).toMatchObject({ function: { strict: true } });
  });

  it.each(['anthropic, AI SDK 6', 'anthropic, AI SDK 7'])('sends examples: %s', async (row) => {
    expect(await toldTo(row)).toMatchObject({ input_examples: [{ city: 'Oslo' }] });
  });

  it.each(['anthropic, AI SDK 5', 'anthropic, AI SDK 6', 'anthropic, AI SDK 7'])(
    'sends provider options: %s',
    async (row) => {
      expect(await toldTo(row)).toMatchObject({ cache_control: { type: 'ephemeral' } });
    },
  );
});
