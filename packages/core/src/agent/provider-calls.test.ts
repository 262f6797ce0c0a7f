import {
  call,
  finish,
  raw,
  scriptedModel,
  text,
  type WireServer,
  type WireStep,
} from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { createTool } from '../tools/index.ts';
import { modelOf, type ProviderRow, providerRows, rowsOf } from './testing/provider-packages.ts';
import {
  anthropicSearch,
  failedSearch,
  openaiSearch,
  type ProviderSearch,
} from './testing/provider-searches.ts';
import { quietAgent } from './testing/quiet-agent.ts';
import { serveWire } from './testing/serve-wire.ts';

const note = createTool({ id: 'note', description: 'Keeps a note', execute: async () => 'kept' });

const searching = ({ events }: ProviderSearch): WireStep => [
  ...events.map((event) => raw(event as never)),
  text('Found it.'),
  call('note', {}, { id: 'call_a' }),
  finish('tool-calls'),
];

/** A run whose first step is answered by one model, which searches, and its second by another. */
async function runOn(
  from: ProviderRow,
  to: ProviderRow,
  search: ProviderSearch,
): Promise<WireServer> {
  const server = await serveWire([searching(search), 'Done.']);
  const { agent } = quietAgent(modelOf(from, server), { tools: { note } });
  const other = modelOf(to, server);
  const stream = await agent.stream('Search and note.', {
    prepareStep: ({ stepNumber }) => (stepNumber === 0 ? undefined : { model: other as never }),
  });
  expect(await stream.text).toBe('Found it.Done.');
  expect(server.requests).toHaveLength(2);
  return server;
}

/** Every object and every text of a request. */
function* valuesIn(value: unknown): Generator<object | string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const field of Object.values(value)) yield* valuesIn(field);
}
const textsIn = ({ body }: WireServer['lastRequest'], pattern: RegExp) =>
  [...valuesIn(body)].filter((value) => typeof value === 'string' && pattern.test(value));

const matching = (pattern: object) => expect.arrayContaining([expect.objectContaining(pattern)]);

const sources: readonly (readonly [string, ProviderSearch])[] = [
  ['openai responses', openaiSearch],
  ['anthropic', anthropicSearch],
];

for (const [api, search] of sources) {
  describe.each(rowsOf(api))('a search that %s made', (from) => {
    it.each(providerRows.filter((row) => !row.startsWith(api)))(
      'is told in words to %s',
      async (to) => {
        const { lastRequest } = await runOn(from, to, search);
        expect(textsIn(lastRequest, search.told)).toHaveLength(1);
        expect(JSON.stringify(lastRequest.body)).not.toMatch(
          /web_search_call|server_tool_use|item_reference|ws_1|srvtoolu_1|mastra/,
        );
        expect(lastRequest.toolResults).toMatchObject([{ text: expect.stringContaining('kept') }]);
      },
    );

    it.each(rowsOf(api))('stays what it is for %s', async (to) => {
      const { lastRequest } = await runOn(from, to, search);
      const values = [...valuesIn(lastRequest.body)];
      for (const part of search.native) expect(values).toEqual(matching(part));
      expect(textsIn(lastRequest, /\[Tool|mastra/)).toEqual([]);
    });

    it('is told in the same words in the next run, out of the history as JSON', async () => {
      const server = await serveWire([searching(search), 'Noted.', 'Again.', 'Still.']);
      const { agent } = quietAgent(modelOf(from, server), { tools: { note } });
      const { response } = await (await agent.stream('Search.')).getFullOutput();
      const history = JSON.parse(JSON.stringify(response.messages));
      const ask = [{ role: 'user', content: '?' }, ...history, { role: 'user', content: 'And?' }];
      await agent.generate(ask);
      for (const part of search.native) {
        expect([...valuesIn(server.lastRequest.body)]).toEqual(matching(part));
      }
      const { agent: other } = quietAgent(modelOf('google, AI SDK 6', server));
      await other.generate(ask);
      expect(textsIn(server.lastRequest, search.told)).toHaveLength(1);
    });
  });
}

it('goes back under the name that the provider has for the tool', async () => {
  const named = { id: 'p', providerExecuted: true };
  const result = { type: 'tool-result', toolCallId: 'p', toolName: 'mcp.look up', result: 1 };
  const model = scriptedModel([
    [call('mcp.look up', {}, named), raw(result as never), call('note')],
    'Done.',
  ]);
  await quietAgent(model, { tools: { note } }).agent.generate('?');
  expect(model.lastPrompt.find(({ role }) => role === 'assistant')?.content).toMatchObject([
    { toolName: 'mcp.look up' },
    { toolName: 'mcp.look up' },
    { toolName: 'note' },
  ]);
});

describe('a search that failed at its provider', () => {
  it('is told as failed to another', async () => {
    const { lastRequest } = await runOn(
      'anthropic, AI SDK 6',
      'openai chat, AI SDK 6',
      failedSearch,
    );
    expect(textsIn(lastRequest, failedSearch.told)).toHaveLength(1);
  });

  // the package of AI SDK 5 warns that it cannot send failed searches back
  it.each(['anthropic, AI SDK 6', 'anthropic, AI SDK 7'] as const)(
    'goes back to %s as it came',
    async (row) => {
      const { lastRequest } = await runOn(row, row, failedSearch);
      const values = [...valuesIn(lastRequest.body)];
      for (const part of failedSearch.native) expect(values).toEqual(matching(part));
    },
  );
});
