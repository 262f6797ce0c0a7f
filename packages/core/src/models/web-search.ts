import { TenonError } from '../base/errors.ts';
import type { SpecProviderTool } from './spec/index.ts';

/** Who can search the web, and by which tool. */
const searches = {
  openai: ['openai.web_search', 'web_search'],
  anthropic: ['anthropic.web_search_20250305', 'web_search'],
  google: ['google.google_search', 'google_search'],
  xai: ['xai.web_search', 'web_search'],
} as const satisfies Record<string, readonly [SpecProviderTool['id'], string]>;

interface Names {
  readonly provider: string;
  readonly modelId: string;
}

/**
 * The tool by which the provider of a model searches the web.
 * @throws TenonError `WEB_SEARCH_UNSUPPORTED_PROVIDER`
 */
export function webSearchOf(names: Names): SpecProviderTool {
  const maker = makerOf(names);
  if (maker === undefined) throw unsupported(names);
  const [id, name] = searches[maker];
  return { type: 'provider', id, name, args: {} };
}

export const canSearchWeb = (names: Names): boolean => makerOf(names) !== undefined;

/** Whose API it is, by the words of the provider's name; behind a host of many makers' models, by that of the model. */
function makerOf({ provider, modelId }: Names): keyof typeof searches | undefined {
  const words = String(provider).toLowerCase().split(/[./:]/);
  const [host = ''] = words;
  if (words.includes('anthropic')) return 'anthropic';
  if (/^(google|google-?vertex|vertex)$/.test(host)) {
    return /claude/i.test(modelId) ? 'anthropic' : 'google';
  }
  if (/^azure(-openai)?$/.test(host)) return 'openai';
  if (isMaker(host)) return host;
  if (!hosts.test(host)) return undefined;
  const made = [...words.slice(1), ...String(modelId).toLowerCase().split('/').slice(0, -1)];
  return made.find(isMaker);
}

const isMaker = (word: string): word is keyof typeof searches => Object.hasOwn(searches, word);

/** They hand tools of providers on: `gateway` with the model `openai/gpt-5`. */
const hosts = /^(gateway|vercel-ai-gateway|openai-compatible)$/;

function unsupported({ provider, modelId }: Names): TenonError {
  return new TenonError(
    'WEB_SEARCH_UNSUPPORTED_PROVIDER',
    `webSearchTool needs a model whose provider searches the web: OpenAI, Anthropic, Google or xAI. The model ${provider}/${modelId} is of none of them. Use one that is, or a search tool of your own.`,
    { details: { provider } },
  );
}
