import { call, collect, text } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTool } from '../tools/index.ts';
import { modelOf, type ProviderRow, rowsOf } from './testing/provider-packages.ts';
import { quietAgent } from './testing/quiet-agent.ts';
import { serveWire } from './testing/serve-wire.ts';

const schema = z.object({
  city: z.string(),
  temp: z.number().default(0),
  notes: z.array(z.string()).optional(),
});
const look = createTool({
  id: 'look',
  description: 'Looks',
  inputSchema: z.object({}),
  execute: async () => 4,
});

/** Where the request of an API tells the schema, and what its model writes for a note that there is not. */
const apis = {
  'openai responses': { format: ['text', 'format', 'schema'], none: ',"notes":null' },
  'openai chat': { format: ['response_format', 'json_schema', 'schema'], none: ',"notes":null' },
  anthropic: { format: ['output_config', 'format', 'schema'], none: '' },
  'google, AI SDK 7': { format: ['generationConfig', 'responseJsonSchema'], none: '' },
  google: { format: ['generationConfig', 'responseSchema'], none: '' },
} as const;
const apiOf = (row: ProviderRow) =>
  Object.entries(apis).find(([name]) => row.startsWith(name))?.[1] ?? apis.google;

const rows = Object.keys(apis).flatMap((name) => rowsOf(name));
/** The packages of AI SDK 5 make a tool of the schema, which Claude is forced to call. */
const makesTool = (row: ProviderRow): boolean => row === 'anthropic, AI SDK 5';

/** Of Gemini those that take tools and a response format in one request. */
const newestOf = (row: ProviderRow): string | undefined =>
  row.startsWith('google') ? 'gemini-3-pro-preview' : undefined;

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], value);
}

describe.each([...new Set(rows)])('a value of %s', (row) => {
  it.each(['generate', 'stream'] as const)('comes after the tools (%s)', async (mode) => {
    const { format, none } = apiOf(row);
    const written = `{"city":"Oslo","temp":4${none}}`;
    const said = makesTool(row)
      ? call('json', written, { id: 'call_b', pieces: 3 })
      : text(written, { pieces: 3 });
    const server = await serveWire([[call('look', {}, { id: 'call_a' })], [said]]);
    const { agent } = quietAgent(modelOf(row, server, newestOf(row)), { tools: { look } });
    const structuredOutput = { schema };
    if (mode === 'generate') {
      const { object } = await agent.generate('?', { structuredOutput });
      expect(object).toEqual({ city: 'Oslo', temp: 4 });
    } else {
      const stream = await agent.stream('?', { structuredOutput });
      expect((await collect(stream.objectStream)).at(-1)).toEqual({ city: 'Oslo', temp: 4 });
      expect(await stream.object).toEqual({ city: 'Oslo', temp: 4 });
    }
    expect(server.requests).toHaveLength(2);
    for (const { body, tools } of server.requests) {
      const told = makesTool(row)
        ? tools.find(({ name }) => name === 'json')?.schema
        : at(body, format);
      expect(Object.keys((told as { properties: object }).properties)).toEqual([
        'city',
        'temp',
        'notes',
      ]);
      expect(tools.map(({ name }) => name)).toContain('look');
    }
  });

  it('may be a list, told as an object around it', async () => {
    const written = '{"value":["a","b"]}';
    const server = await serveWire([[makesTool(row) ? call('json', written) : text(written)]]);
    const { agent } = quietAgent(modelOf(row, server, newestOf(row)));
    const structuredOutput = { schema: z.array(z.string()) };
    const { object } = await agent.generate('?', { structuredOutput });
    expect(object).toEqual(['a', 'b']);
  });
});
