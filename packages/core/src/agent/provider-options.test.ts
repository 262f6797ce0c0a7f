import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTool } from '../tools/index.ts';
import { modelOf, type ProviderRow, providerRows, rowsOf } from './testing/provider-packages.ts';
import { quietAgent } from './testing/quiet-agent.ts';
import { serveWire } from './testing/serve-wire.ts';

type ProviderApi = ProviderRow extends `${infer Api}, ${string}` ? Api : never;
type Options = Record<string, Record<string, string | number | boolean | { type: string }>>;

const apiOf = (row: ProviderRow) => row.split(',')[0] as ProviderApi;

describe('what a call says for its provider', () => {
  /** An option of each API, and how it stands in the body of the request. */
  const options: Record<ProviderApi, readonly [Options, object]> = {
    'openai responses': [{ openai: { user: 'user-7' } }, { user: 'user-7' }],
    'openai chat': [{ openai: { user: 'user-7' } }, { user: 'user-7' }],
    anthropic: [
      { anthropic: { disableParallelToolUse: true } },
      { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    ],
    google: [
      { google: { cachedContent: 'cachedContents/manual' } },
      { cachedContent: 'cachedContents/manual' },
    ],
    'xai chat': [
      { xai: { parallel_function_calling: false } },
      { parallel_function_calling: false },
    ],
    'xai responses': [{ xai: { store: false } }, { store: false }],
    'openai-compatible': [{ wire: { repetition_penalty: 1.5 } }, { repetition_penalty: 1.5 }],
  };
  const plain = createTool({ id: 'plain', description: 'Plain', execute: async () => 'ok' });

  it.each(providerRows)(
    'is sent by generate and stream, and nothing that is meant for others: %s',
    async (row) => {
      const [given, sent] = options[apiOf(row)];
      const server = await serveWire(['Ok.', 'Ok.', 'Ok.']);
      const { agent } = quietAgent(modelOf(row, server), { tools: { plain } });
      const providerOptions = { ...given, somebody: { else: 'MARK' } };
      await agent.generate('?', { providerOptions });
      await (await agent.stream('?', { providerOptions })).text;
      await agent.generate('?');
      const bodies = server.requests.map(({ body }) => body);
      expect(bodies[0]).toMatchObject(sent);
      expect(bodies[1]).toMatchObject(sent);
      expect(bodies[2]).not.toMatchObject(sent);
      expect(JSON.stringify(bodies)).not.toContain('MARK');
    },
  );
});

describe('what a tool says of itself for its provider', () => {
  const told = createTool({
    id: 'told',
    description: 'Told',
    inputSchema: z.object({ city: z.string() }),
    strict: true,
    inputExamples: [{ input: { city: 'Oslo' } }],
    providerOptions: {
      anthropic: { cacheControl: { type: 'ephemeral' } },
      openai: { async: false, deferLoading: true },
      google: { mark: 'MARK' },
      xai: { mark: 'MARK' },
      wire: { mark: 'MARK' },
    },
    execute: async () => 'ok',
  });

  /** The definition of the tool as it stood in the body of the request. */
  async function toldTo(row: ProviderRow): Promise<Record<string, unknown>> {
    const server = await serveWire(['Ok.']);
    await quietAgent(modelOf(row, server), { tools: { told } }).agent.generate('?');
    expect(server.lastRequest.toolNames).toEqual(['told']);
    const { tools } = server.lastRequest.body as { tools: Record<string, unknown>[] };
    return tools[0] as Record<string, unknown>;
  }

  /** The packages of specification version 2 have no field for either. */
  const isNewer = (row: ProviderRow) => !row.endsWith('5');

  it.each([...rowsOf('openai responses'), ...rowsOf('anthropic')].filter(isNewer))(
    'sends strict: %s',
    async (row) => {
      expect(await toldTo(row)).toMatchObject({ strict: true });
    },
  );

  it.each(rowsOf('openai chat').filter(isNewer))('sends strict: %s', async (row) => {
    expect(await toldTo(row)).toMatchObject({ function: { strict: true } });
  });

  it.each(rowsOf('anthropic').filter(isNewer))('sends examples: %s', async (row) => {
    expect(await toldTo(row)).toMatchObject({ input_examples: [{ city: 'Oslo' }] });
  });

  it.each(rowsOf('anthropic'))('sends provider options: %s', async (row) => {
    expect(await toldTo(row)).toMatchObject({ cache_control: { type: 'ephemeral' } });
  });

  it.each(rowsOf('openai responses'))('sends provider options: %s', async (row) => {
    // the package of AI SDK 5 knows the first option only
    const newer = isNewer(row) && { defer_loading: true };
    expect(await toldTo(row)).toMatchObject({ async: false, ...newer });
  });

  /** Their packages write name, description and schema of a function, and read nothing else of it. */
  const plainRows = ['openai chat', 'google', 'xai', 'openai-compatible'].flatMap(rowsOf);
  it.each(plainRows)('is left out by a package that cannot send it: %s', async (row) => {
    const text = JSON.stringify(await toldTo(row));
    expect(text).toContain('"told"');
    expect(text).not.toMatch(/MARK|cache|defer|async|providerOptions/i);
  });
});
