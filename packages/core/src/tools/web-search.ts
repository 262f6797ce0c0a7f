import { webSearchId } from '../base/web-search-id.ts';
import type { ProviderParts } from './provider-tool.ts';

const brand = Symbol.for('tenon.webSearchTool');

/** A search of the web by the provider of whichever model answers. */
export interface WebSearchTool {
  readonly type: 'web-search';
}

/**
 * Lets the model's own provider search the web: OpenAI, Anthropic, Google or xAI. It is no tool but stands for one, under
 * any key: each model is told of the tool that its provider has.
 *
 * @example
 * const agent = new Agent({ …, model: 'openai/gpt-5', tools: { search: webSearchTool } });
 */
export const webSearchTool: WebSearchTool = /* @__PURE__ */ Object.freeze({
  type: 'web-search' as const,
  [brand]: true,
});

/** Holds across two copies of this package. */
export function isWebSearchTool(value: unknown): value is WebSearchTool {
  return typeof value === 'object' && value !== null && brand in value;
}

/** Whichever provider it is. */
export const webSearchParts: ProviderParts = {
  id: webSearchId,
  args: {},
  names: ['web_search', 'google_search'],
};
