/** A search that the provider makes itself, in the events of its own stream. */
export interface ProviderSearch {
  readonly events: readonly { readonly type: string; readonly [field: string]: unknown }[];
  /** What the model of another provider reads of it. */
  readonly told: RegExp;
  /** How the provider writes it in a request. */
  readonly native: readonly object[];
}

const openaiItem = { type: 'web_search_call', id: 'ws_1' };
export const openaiSearch: ProviderSearch = {
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
const anthropicEvents = (content: unknown): ProviderSearch['events'] => [
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
export const anthropicSearch: ProviderSearch = {
  events: anthropicEvents([page]),
  told: /\n\[Tool "web_search", called with \{"query":"tenon"\}, gave: .*"Joints".*\]\n/,
  native: [
    { ...anthropicUse, input: { query: 'tenon' } },
    { type: 'web_search_tool_result', tool_use_id: anthropicUse.id, content: [page] },
  ],
};
const failure = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' };
export const failedSearch: ProviderSearch = {
  events: anthropicEvents(failure),
  told: /\n\[Tool "web_search", called with \{"query":"tenon"\}, failed: .*max_uses_exceeded.*\]\n/,
  native: [
    { ...anthropicUse, input: { query: 'tenon' } },
    { type: 'web_search_tool_result', tool_use_id: anthropicUse.id, content: failure },
  ],
};
