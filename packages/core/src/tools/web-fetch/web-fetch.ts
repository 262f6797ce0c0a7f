import { aCount, aRecord, assertFields, type OptionForms } from '../../base/option-forms.ts';
import { longestTimerMs } from '../../base/wait.ts';
import { typedJson } from '../../schema/index.ts';
import { createTool } from '../tool.ts';
import { isAllowEntry, toAllowEntry } from './allow-entry.ts';
import type { PageFormat } from './convert.ts';
import type { FetchedPage } from './fetched-page.ts';

/** What may be set of a tool that fetches pages. */
export interface WebFetchOptions {
  /** What HTML is turned into; `'raw'`, the default, leaves it. The other forms need the package html-to-text. */
  readonly format?: PageFormat;
  /** How many characters (UTF-16 code units) of a page are given at most. Default: 100,000. */
  readonly maxChars?: number;
  /** For all of it: looking up, redirects, reading. Default: 15,000. */
  readonly timeoutMs?: number;
  /** Sent beside those of the tool, over them where the names are the same; not to the hosts that a redirect leads to. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * What may be reached although it is not on the public internet: hosts (`wiki.example`, `*.example`), addresses and
   * networks (`10.1.0.0/16`). A host that is named here may resolve to any address.
   */
  readonly allow?: readonly string[];
}

const inputSchema = typedJson<{ url: string }>({
  type: 'object',
  properties: {
    url: { type: 'string', minLength: 1, description: 'The URL to fetch, http or https.' },
  },
  required: ['url'],
  additionalProperties: false,
});

const outputSchema = typedJson<FetchedPage>({
  type: 'object',
  properties: {
    content: { type: 'string' },
    truncated: { type: 'boolean' },
    status: { type: 'number' },
    statusText: { type: 'string' },
    contentType: { type: ['string', 'null'] },
    url: { type: 'string' },
    ok: { type: 'boolean' },
    isError: { type: 'boolean' },
  },
  required: ['content'],
  additionalProperties: false,
});

const isHeaders = (value: unknown): boolean => {
  try {
    return aRecord.fits(value) && new Headers(value as Record<string, string>) !== undefined;
  } catch {
    return false;
  }
};

const forms: OptionForms = {
  format: {
    is: '"raw", "text" or "markdown"',
    fits: (value) => ['raw', 'text', 'markdown'].includes(value as string),
  },
  maxChars: aCount(1),
  timeoutMs: {
    is: `a number of milliseconds from 1 to ${longestTimerMs}`,
    fits: (value) => typeof value === 'number' && value >= 1 && value <= longestTimerMs,
  },
  headers: { is: 'an object of header names and values', fits: isHeaders },
  allow: {
    is: 'a list of hosts ("wiki.example", "*.example"), addresses and networks ("10.1.0.0/16")',
    fits: (value) => Array.isArray(value) && value.every(isAllowEntry),
  },
};

/**
 * A tool that fetches a page of the public internet and gives its text. It asks no address that is private or reserved,
 * whatever a name or a redirect leads to, and never throws: what goes wrong is in `content`, beside `isError`.
 * Needs Node.
 *
 * @throws TenonError `TOOL_OPTION_INVALID`
 * @example
 * const agent = new Agent({ …, tools: { fetch: createWebFetchTool({ format: 'markdown' }) } });
 */
export function createWebFetchTool(options: WebFetchOptions = {}) {
  const where = { place: 'createWebFetchTool', error: 'TOOL_OPTION_INVALID' } as const;
  assertFields(options, forms, [], where);
  const {
    format = 'raw',
    maxChars = 100_000,
    timeoutMs = 15_000,
    headers = {},
    allow = [],
  } = options;
  const settings = { format, maxChars, timeoutMs, headers, allow: allow.map(toAllowEntry) };
  return createTool({
    id: 'web_fetch',
    description:
      'Fetches a web page by its URL and gives its text. For pages of the public internet, over HTTP or HTTPS.',
    inputSchema,
    outputSchema,
    mcp: { annotations: { readOnlyHint: true, openWorldHint: true } },
    execute: async ({ url }, { abortSignal }): Promise<FetchedPage> => {
      try {
        const { fetchPage } = await import('./fetch-page.ts');
        return await fetchPage(url, settings, abortSignal);
      } catch (thrown) {
        const why = thrown instanceof Error ? thrown.message : String(thrown);
        return { content: `Failed to fetch URL: this needs Node (${why}).`, isError: true };
      }
    },
  });
}

/** The tool with its documented limits: 100,000 characters, 15 seconds, 5 redirects. */
export const webFetchTool = /* @__PURE__ */ createWebFetchTool();
