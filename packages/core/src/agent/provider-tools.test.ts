import { anthropic as anthropic6 } from '@ai-sdk/anthropic';
import { google as google6 } from '@ai-sdk/google';
import { openai as openai6 } from '@ai-sdk/openai';
import {
  call,
  collect,
  finish,
  type ModelRequest,
  raw,
  scriptedModel,
  source,
  text,
} from '@tenon/testing';
import { anthropic as anthropic5 } from 'anthropic-ai5';
import { anthropic as anthropic7 } from 'anthropic-ai7';
import { google as google5 } from 'google-ai5';
import { google as google7 } from 'google-ai7';
import { openai as openai5 } from 'openai-ai5';
import { openai as openai7 } from 'openai-ai7';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTool, webSearchTool } from '../tools/index.ts';
import type { AgentConfig, RunOptions, ToolsInput } from './index.ts';
import { modelOf, type ProviderRow, rowsOf } from './testing/provider-packages.ts';
import { anthropicSearch, openaiSearch, type ProviderSearch } from './testing/provider-searches.ts';
import { quietAgent } from './testing/quiet-agent.ts';
import { serveWire } from './testing/serve-wire.ts';

/** What the API of a model is told of these tools. */
async function toldTo(row: ProviderRow, tools: ToolsInput, options: RunOptions = {}) {
  const server = await serveWire(['Done.']);
  const { agent } = quietAgent(modelOf(row, server), { tools });
  await agent.generate('?', options);
  return server.lastRequest.body as Readonly<Record<string, unknown>>;
}

const lastOf = (model: { readonly requests: readonly ModelRequest[] }) =>
  model.requests.at(-1) as unknown as {
    readonly tools?: readonly {
      readonly type: string;
      readonly id: string;
      readonly name: string;
    }[];
    readonly toolChoice?: unknown;
  };

const searching = ({ events }: ProviderSearch) => [
  ...events.map((event) => raw(event as never)),
  text('Found it.'),
];

describe('webSearchTool', () => {
  const searches: readonly (readonly [string, object])[] = [
    ['openai responses', { type: 'web_search' }],
    ['anthropic', { type: 'web_search_20250305', name: 'web_search' }],
    ['google', { googleSearch: {} }],
    ['xai responses', { type: 'web_search' }],
  ];
  for (const [api, told] of searches) {
    it.each(rowsOf(api))('is the search of %s, whatever the key', async (row) => {
      const { tools } = await toldTo(row, { find: webSearchTool });
      expect(tools).toEqual([expect.objectContaining(told)]);
    });
  }

  const made = [
    ...rowsOf('openai responses').map((row) => [row, openaiSearch] as const),
    ...rowsOf('anthropic').map((row) => [row, anthropicSearch] as const),
  ];

  it.each(made)(
    'stands under its key in what %s says, and goes back as it came',
    async (row, search) => {
      const server = await serveWire([searching(search), 'Again.']);
      const { agent } = quietAgent(modelOf(row, server), { tools: { find: webSearchTool } });
      const stream = await agent.stream('Search.');
      const chunks = await collect(stream.fullStream);
      expect(chunks.filter(({ type }) => /^tool-(call|result)$/.test(type))).toMatchObject([
        { type: 'tool-call', payload: { toolName: 'find', providerExecuted: true } },
        { type: 'tool-result', payload: { toolName: 'find', providerExecuted: true } },
      ]);
      const { response } = await stream.getFullOutput();
      await agent.generate([
        { role: 'user', content: 'Search.' },
        ...JSON.parse(JSON.stringify(response.messages)),
        { role: 'user', content: 'And?' },
      ]);
      expect(server.lastRequest.body).toMatchObject({ tools: [expect.anything()] });
      const sent = [...valuesIn(server.lastRequest.body)];
      for (const part of search.native) {
        expect(sent).toEqual(expect.arrayContaining([expect.objectContaining(part)]));
      }
    },
  );

  // the Anthropic package of AI SDK 5 leaves citations out
  const citing = ['openai responses', 'anthropic', 'google']
    .flatMap(rowsOf)
    .filter((row) => row !== 'anthropic, AI SDK 5');
  it.each(citing)('gives the sources that %s names', async (row) => {
    const server = await serveWire([
      ['Found it.', source({ url: 'https://example.com/joints', title: 'Joints' })],
    ]);
    const { agent } = quietAgent(modelOf(row, server), { tools: { find: webSearchTool } });
    const stream = await agent.stream('Search.');
    const chunks = await collect(stream.fullStream);
    const named = { url: 'https://example.com/joints', title: 'Joints' };
    expect(chunks.filter(({ type }) => type === 'source')).toMatchObject([{ payload: named }]);
    expect(await stream.sources).toMatchObject([{ payload: named }]);
  });

  it.each([
    ['openai.responses', 'gpt-5', 'openai.web_search', 'web_search'],
    ['azure.responses', 'my-deployment', 'openai.web_search', 'web_search'],
    ['azure-openai.responses', 'my-deployment', 'openai.web_search', 'web_search'],
    ['anthropic.messages', 'claude-x', 'anthropic.web_search_20250305', 'web_search'],
    ['vertex.anthropic.messages', 'claude-x', 'anthropic.web_search_20250305', 'web_search'],
    ['google.generative-ai', 'gemini-x', 'google.google_search', 'google_search'],
    ['google-vertex', 'gemini-x', 'google.google_search', 'google_search'],
    ['google.vertex.chat', 'gemini-x', 'google.google_search', 'google_search'],
    ['xai.chat', 'grok-4', 'xai.web_search', 'web_search'],
    ['openai', 'gpt-5', 'openai.web_search', 'web_search'],
    ['gateway', 'openai/gpt-5', 'openai.web_search', 'web_search'],
    ['gateway', 'anthropic/claude-x', 'anthropic.web_search_20250305', 'web_search'],
    ['openai-compatible', 'xai/grok-4', 'xai.web_search', 'web_search'],
  ])('is found for %s with %s', async (provider, modelId, id, name) => {
    for (const spec of ['v2', 'v3', 'v4'] as const) {
      const model = scriptedModel(['Done.'], { provider, modelId, version: spec });
      await quietAgent(model, { tools: { find: webSearchTool } }).agent.generate('?');
      const type = spec === 'v2' ? 'provider-defined' : 'provider';
      expect(lastOf(model).tools).toEqual([{ type, id, name, args: {} }]);
    }
  });

  const modes = ['generate', 'stream'] as const;
  it.each(modes)(
    'fails a run of a model that cannot search before it is asked (%s)',
    async (mode) => {
      const model = scriptedModel(['Done.'], { provider: 'ollama.chat', modelId: 'qwen3' });
      for (const [config, options] of [
        [{ tools: { find: webSearchTool } }, {}],
        [{}, { clientTools: { find: webSearchTool } }],
        [{}, { toolsets: { web: { find: webSearchTool } } }],
      ] satisfies [Partial<AgentConfig>, RunOptions][]) {
        await expect(quietAgent(model, config).agent[mode]('?', options)).rejects.toMatchObject({
          id: 'WEB_SEARCH_UNSUPPORTED_PROVIDER',
          details: { provider: 'ollama.chat' },
          message: expect.stringMatching(/OpenAI, Anthropic, Google or xAI.*ollama\.chat\/qwen3/),
        });
      }
      expect(model.requests).toEqual([]);
    },
  );

  it('passes over a model that cannot search', async () => {
    const mute = scriptedModel(['Never.'], { provider: 'ollama.chat', modelId: 'qwen3' });
    const able = scriptedModel(['Done.'], { provider: 'xai.responses', modelId: 'grok-4' });
    const { agent, warnings } = quietAgent([{ model: mute }, { model: able }], {
      tools: { find: webSearchTool },
    });
    expect((await agent.generate('?')).text).toBe('Done.');
    expect(mute.requests).toEqual([]);
    expect(lastOf(able).tools).toMatchObject([{ id: 'xai.web_search' }]);
    expect(warnings).toEqual([expect.stringContaining('webSearchTool needs a model')]);
  });

  it('is looked up for each model that answers with the same tools', async () => {
    const models = (['openai.responses', 'anthropic.messages', 'openai.chat'] as const).map(
      (provider) => scriptedModel(['Done.'], { provider, modelId: 'm' }),
    );
    const { agent } = quietAgent(models[0] as never, { tools: { find: webSearchTool } });
    for (const model of models) await agent.generate('?', { model });
    expect(models.map((model) => lastOf(model).tools?.map(({ id }) => id))).toEqual([
      ['openai.web_search'],
      ['anthropic.web_search_20250305'],
      ['openai.web_search'],
    ]);
  });

  it('may come from prepareStep, for the model that this names', async () => {
    const mute = scriptedModel(['Never.'], { provider: 'ollama.chat', modelId: 'qwen3' });
    const able = scriptedModel(['Done.'], { provider: 'google.generative-ai', modelId: 'g' });
    const { agent } = quietAgent(mute, { tools: { find: webSearchTool } });
    await agent.generate('?', {
      prepareStep: () => ({ model: able, tools: { x: webSearchTool } }),
    });
    expect(lastOf(able).tools).toMatchObject([{ id: 'google.google_search' }]);
    const unable = agent.generate('?', { prepareStep: () => ({ tools: { x: webSearchTool } }) });
    await expect(unable).rejects.toMatchObject({ id: 'WEB_SEARCH_UNSUPPORTED_PROVIDER' });
    expect(mute.requests).toEqual([]);
  });

  it('can be forced by its key, and chosen by activeTools', async () => {
    const note = createTool({ id: 'note', description: 'Note', execute: async () => 1 });
    const model = scriptedModel(() => 'Done.', { provider: 'openai.responses', modelId: 'm' });
    const { agent } = quietAgent(model, { tools: { find: webSearchTool, note } });
    await agent.generate('?', { toolChoice: { type: 'tool', toolName: 'find' } });
    expect(lastOf(model).toolChoice).toEqual({ type: 'tool', toolName: 'web_search' });
    await agent.generate('?', { activeTools: ['note'] });
    expect(lastOf(model).tools).toMatchObject([{ type: 'function', name: 'note' }]);
  });

  it('keeps out of the way of a tool that has its name', async () => {
    const own = createTool({ id: 'own', description: 'Own', execute: async () => 1 });
    const model = scriptedModel(['Done.'], { provider: 'openai.responses', modelId: 'm' });
    const tools = { find: webSearchTool, web_search: own };
    await quietAgent(model, { tools }).agent.generate('?');
    expect(lastOf(model).tools?.map(({ name }) => name)).toEqual(['find', 'web_search']);
  });

  it('is frozen, and neither a tool nor named', () => {
    expect(Object.isFrozen(webSearchTool)).toBe(true);
    expect(webSearchTool).not.toHaveProperty('id');
    expect(webSearchTool).not.toHaveProperty('execute');
  });
});

describe('tools of provider packages', () => {
  const native: readonly (readonly [ProviderRow, unknown, object])[] = [
    [
      'openai responses, AI SDK 5',
      openai5.tools.webSearch({ searchContextSize: 'low' }),
      { search_context_size: 'low' },
    ],
    [
      'openai responses, AI SDK 6',
      openai6.tools.webSearch({ searchContextSize: 'low' }),
      { search_context_size: 'low' },
    ],
    [
      'openai responses, AI SDK 7',
      openai7.tools.webSearch({ searchContextSize: 'low' }),
      { search_context_size: 'low' },
    ],
    ['anthropic, AI SDK 5', anthropic5.tools.webSearch_20250305({ maxUses: 2 }), { max_uses: 2 }],
    ['anthropic, AI SDK 6', anthropic6.tools.webSearch_20250305({ maxUses: 2 }), { max_uses: 2 }],
    ['anthropic, AI SDK 7', anthropic7.tools.webSearch_20250305({ maxUses: 2 }), { max_uses: 2 }],
    ['google, AI SDK 5', google5.tools.googleSearch({}), { googleSearch: {} }],
    ['google, AI SDK 6', google6.tools.googleSearch({}), { googleSearch: {} }],
    ['google, AI SDK 7', google7.tools.googleSearch({}), { googleSearch: {} }],
  ];
  it.each(native)('are told to %s with their settings', async (row, tool, told) => {
    const { tools } = await toldTo(row, { find: tool } as ToolsInput);
    expect(tools).toEqual([expect.objectContaining(told)]);
    const set = await toldTo(row, {}, { toolsets: { web: { find: tool } as ToolsInput } });
    expect(set.tools).toEqual([expect.objectContaining(told)]);
  });

  it.each([
    ['openai', openai5.tools, openai6.tools, openai7.tools],
    ['anthropic', anthropic5.tools, anthropic6.tools, anthropic7.tools],
    ['google', google5.tools, google6.tools, google7.tools],
  ])('are all taken, of every line of the AI SDK (%s)', async (provider, ...lines) => {
    for (const [index, made] of lines.entries()) {
      const model = scriptedModel(['Done.'], { provider, modelId: 'm', version: 'v3' });
      const tools = Object.fromEntries(
        Object.entries(made).flatMap(([name, make]) => {
          const tool = (make as (settings: object) => { type?: string; id: string })({
            execute: async () => 1,
          });
          return tool.type?.startsWith('provider') ? [[name, tool]] : [];
        }),
      );
      await quietAgent(model, { tools: tools as ToolsInput }).agent.generate('?');
      const told = lastOf(model).tools?.map(({ type, id, name }) => ({ type, id, name }));
      expect(told, `line ${index + 5}`).toEqual(
        Object.entries(tools).map(([name, { id }]) => ({ type: 'provider', id, name })),
      );
      expect(told?.length).toBeGreaterThan(2);
    }
  });

  it('that have an execute run here, through hooks and checks', async () => {
    const bash = anthropic6.tools.bash_20250124({
      execute: async ({ command }) => `ran ${command}`,
    });
    const heard: string[] = [];
    const model = scriptedModel([
      [
        call('shell', { command: 'ls' }, { id: 'a' }),
        call('bash', { command: 'pwd' }, { id: 'b' }),
      ],
      [call('shell', { command: 3 })],
      'Done.',
    ]);
    const { agent } = quietAgent(model, { tools: { shell: bash as never } });
    const { steps } = await agent.generate('?', {
      hooks: {
        beforeToolCall: ({ toolName }) => void heard.push(`before ${toolName}`),
        afterToolCall: ({ output }) => void heard.push(`after ${output}`),
      },
    });
    expect(model.requests[0]?.tools).toEqual([
      { type: 'provider', id: 'anthropic.bash_20250124', name: 'shell', args: {} },
    ]);
    expect(steps[0]?.toolResults.map(({ payload }) => [payload.toolName, payload.result])).toEqual([
      ['shell', 'ran ls'],
      ['shell', 'ran pwd'],
    ]);
    expect(heard.toSorted()).toEqual([
      'after ran ls',
      'after ran pwd',
      'before shell',
      'before shell',
    ]);
    expect(steps[1]?.toolResults).toEqual([]);
  });

  it('that nobody runs wait for the client', async () => {
    const computer = anthropic6.tools.computer_20250124({ displayWidthPx: 1, displayHeightPx: 1 });
    const model = scriptedModel([[call('computer', { action: 'screenshot' })]]);
    const { agent } = quietAgent(model, { tools: { computer: computer as never } });
    const { finishReason, toolCalls, toolResults } = await agent.generate('?');
    expect(finishReason).toBe('tool-calls');
    expect(toolCalls).toMatchObject([{ payload: { args: { action: 'screenshot' } } }]);
    expect(toolResults).toEqual([]);
  });

  it.each([
    [{ type: 'provider', args: {} }],
    [{ type: 'provider', id: 'search', args: {} }],
    [{ type: 'provider-defined', id: 5 }],
  ])('need an id of provider and tool, unlike %j', async (tool) => {
    const { agent } = quietAgent(scriptedModel(['Never.']), { tools: { find: tool as never } });
    await expect(agent.generate('?')).rejects.toMatchObject({
      id: 'AGENT_OPTION_INVALID',
      message: expect.stringMatching(/"find".*openai\.web_search/),
    });
  });
});

describe('a call that a provider runs', () => {
  const result = {
    type: 'tool-result',
    toolCallId: 'p',
    toolName: 'web_search',
    result: { hits: 1 },
  };
  const failed = { ...result, result: 'too many', isError: true };
  const asked = call('web_search', { query: 'tenon' }, { id: 'p', providerExecuted: true });
  const run = async (
    mode: 'generate' | 'stream',
    answer: object,
    { tools = {}, ...options }: Pick<AgentConfig, 'tools'> & RunOptions = {},
  ) => {
    const model = scriptedModel([[asked, raw(answer as never), text('Found.'), finish('stop')]], {
      provider: 'openai.responses',
      modelId: 'm',
    });
    const { agent } = quietAgent(model, { tools });
    return mode === 'generate'
      ? await agent.generate('?', options)
      : await (await agent.stream('?', options)).getFullOutput();
  };

  it.each(['generate', 'stream'] as const)(
    'is heard of by callbacks and hooks (%s)',
    async (mode) => {
      const heard: unknown[] = [];
      const search = {
        ...openai6.tools.webSearch({}),
        onInputAvailable: ({ input }: { input: unknown }) => void heard.push(['input', input]),
        onOutput: ({ output }: { output: unknown }) => void heard.push(['output', output]),
      };
      await run(mode, result, {
        tools: { find: search as never },
        hooks: {
          beforeToolCall: () => void heard.push('never'),
          afterToolCall: ({ toolName, input, output }) =>
            void heard.push(['after', toolName, input, output]),
        },
      });
      expect(heard).toEqual([
        ['input', { query: 'tenon' }],
        ['after', 'find', { query: 'tenon' }, { hits: 1 }],
        ['output', { hits: 1 }],
      ]);
    },
  );

  it('is heard of also where its tool is not declared, and when it failed', async () => {
    const heard: unknown[] = [];
    const hooks = {
      afterToolCall: ({ toolName, error }: { toolName: string; error?: Error | undefined }) =>
        void heard.push([toolName, error?.message]),
    };
    await run('stream', result, { hooks });
    await run('stream', failed, { hooks });
    expect(heard).toEqual([
      ['web_search', undefined],
      ['web_search', 'too many'],
    ]);
  });

  it('shows the application what afterToolCall puts in place of its result, and the provider its own', async () => {
    const model = scriptedModel(
      [[asked, raw(result as never), call('note', {}, { id: 'n' })], 'Done.'],
      { provider: 'openai.responses', modelId: 'm' },
    );
    const note = createTool({
      id: 'note',
      description: 'Note',
      outputSchema: z.number(),
      execute: async () => 1,
    });
    const { agent } = quietAgent(model, { tools: { find: webSearchTool, note } });
    const stream = await agent.stream('?', {
      hooks: {
        afterToolCall: ({ toolName }) => (toolName === 'find' ? { output: 'kept' } : undefined),
      },
    });
    const chunks = await collect(stream.fullStream);
    expect(chunks.find(({ type }) => type === 'tool-result')).toMatchObject({
      payload: { toolName: 'find', result: 'kept' },
    });
    expect(JSON.stringify(await stream.toolResults)).not.toContain('hits');
    expect(JSON.stringify(model.lastPrompt)).toContain('"hits":1');
  });

  it('goes on when a hook throws', async () => {
    const { text: said } = await run('generate', result, {
      hooks: {
        afterToolCall: () => {
          throw new Error('no');
        },
      },
    });
    expect(said).toBe('Found.');
  });
});

/** Every object of a request. */
function* valuesIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const field of Object.values(value)) yield* valuesIn(field);
}
