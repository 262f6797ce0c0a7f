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
import { quietAgent } from './testing/quiet-agent.ts';
import { serveWire } from './testing/serve-wire.ts';

/** A search that the provider makes itself, in the events of its own stream. */
interface Search {
  readonly events: readonly { readonly type: string; readonly [field: string]: unknown }[];
  /** What the model of another provider reads of it. */
  readonly told: RegExp;
  /** How the provider writes it in a request. */
  readonly native: readonly object[];
}

const openaiItem = { type: 'web_search_call', id: 'ws_1' };
const openaiSearch: Search = {
  events: [
    {
      type: 'response.output_item.added',
      output_index: 9,
      item: { ...openaiItem, status: 'in_progress' },
    },
    {
      type: 'response.output_item.done',
      output_index: 9,
      item: { ...openaiItem, status: 'completed', action: { type: 'search', query: 'tenon' } },
    },
  ],
  told: /\n\[Tool "web_search", called with \{.*\}, gave: .*"tenon".*\]\n/,
  native: [{ type: 'item_reference', id: 'ws_1' }],
};

const anthropicUse = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search' };
const anthropicEvents = (content: unknown): Search['events'] => [
  { type: 'content_block_start', index: 20, content_block: { ...anthropicUse, input: {} } },
  {
    type: 'content_block_delta',
    index: 20,
    delta: { type: 'input_json_delta', partial_json: '{"query":"tenon"}' },
  },
  { type: 'content_block_stop', index: 20 },
  {
    type: 'content_block_start',
    index: 21,
    content_block: { type: 'web_search_tool_result', tool_use_id: anthropicUse.id, content },
  },
  { type: 'content_block_stop', index: 21 },
];
const page = {
  type: 'web_search_result',
  url: 'https://example.com/joints',
  title: 'Joints',
  encrypted_content: 'secret',
  page_age: null,
};
const anthropicSearch: Search = {
  events: anthropicEvents([page]),
  told: /\n\[Tool "web_search", called with \{"query":"tenon"\}, gave: .*"Joints".*\]\n/,
  native: [
    { ...anthropicUse, input: { query: 'tenon' } },
    { type: 'web_search_tool_result', tool_use_id: anthropicUse.id, content: [page] },
  ],
};
const failure = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' };
const failedSearch: Search = {
  events: anthropicEvents(failure),
  told: /\n\[Tool "web_search", called with \{"query":"tenon"\}, failed: .*max_uses_exceeded.*\]\n/,
  native: [
    { ...anthropicUse, input: { query: 'tenon' } },
    { type: 'web_search_tool_result', tool_use_id: anthropicUse.id, content: failure },
  ],
};

const note = createTool({ id: 'note', description: 'Keeps a note', execute: async () => 'kept' });

const searching = ({ events }: Search): WireStep => [
  ...events.map((event) => raw(event as never)),
  text('Found it.'),
  call('note', {}, { id: 'call_a' }),
  finish('tool-calls'),
];

/** A run whose first step is answered by one model, which searches, and its second by another. */
async function runOn(from: ProviderRow, to: ProviderRow, search: Search): Promise<WireServer> {
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

const sources: readonly (readonly [string, Search])[] = [
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
