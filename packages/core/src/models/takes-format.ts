import type { ModelNames } from './session.ts';

/** Models of one provider, by their ids: those that take a response format, alone and beside tools. */
interface FormatRow {
  readonly alone: RegExp;
  readonly withTools: RegExp;
}

const openai = /^(ft:)?(gpt-4o|gpt-4\.[1-9]|gpt-[5-9]|o[1-9])/;
const gemini: FormatRow = {
  alone: /gemini-([2-9]|\d{2})/,
  // Gemini 2.5 refuses: function calling with a response mime type is unsupported
  withTools: /gemini-([3-9]|\d{2})/,
};
const rows: Readonly<Record<string, FormatRow>> = {
  openai: { alone: openai, withTools: openai },
  azure: { alone: openai, withTools: openai },
  xai: { alone: /^grok-([3-9]|2-1212)/, withTools: /^grok-[4-9]/ },
  google: gemini,
  vertex: gemini,
};
/** Its packages of AI SDK 5 make a tool of the format that the model is forced to call. */
const claude = /claude-(opus-4-1|(opus|sonnet|haiku)-(4-[5-9]|[5-9]))(?!\d)/;

/**
 * Whether a model is known to take a response format, beside tools where there are some. Of a host of several makers'
 * models, and of a model that is not known, nothing is assumed.
 */
export function takesFormat(
  { provider, modelId }: ModelNames,
  version: string,
  hasTools: boolean,
): boolean {
  const [host = ''] = provider.toLowerCase().split(/[./:]/);
  if (host === 'anthropic') return version !== 'v2' && claude.test(modelId);
  const row = Object.hasOwn(rows, host) ? rows[host] : undefined;
  return row !== undefined && (hasTools ? row.withTools : row.alone).test(modelId);
}
