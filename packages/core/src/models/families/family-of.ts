import { anthropic, bedrock } from './anthropic.ts';
import type { SchemaFamily } from './family.ts';
import { google } from './google.ts';
import { mistral } from './mistral.ts';
import { none } from './none.ts';
import { azure, azureChat, openai, openaiChat } from './openai.ts';

/** The family of a model, by the names its provider gives. Of a provider that is not known nothing is assumed. */
export function familyOf(provider: string, modelId: string): SchemaFamily {
  const names = provider.toLowerCase().split(/[./:]/);
  const [host = ''] = names;
  const isChat = names.includes('chat') || names.includes('completion');
  if (hosts.test(host)) {
    // a host of several makers' models: the name of the maker stands in the provider's or the model's
    const maker = makerOf([...names.slice(1), modelId.toLowerCase()].join('/'));
    if (!host.includes('bedrock')) return maker ?? none;
    return maker === anthropic || maker === mistral ? maker : bedrock;
  }
  if (host === 'azure' || host === 'azure-openai') {
    return makerOf(`${names.slice(1).join('/')}/${modelId.toLowerCase()}`) === anthropic
      ? anthropic
      : isChat
        ? azureChat
        : azure;
  }
  if (host === 'openai') return isChat ? openaiChat : openai;
  if (host === 'xai') return isChat ? openaiChat : openai;
  if (host === 'anthropic' || names.includes('anthropic')) return anthropic;
  if (/^(google|googlevertex|google-vertex|vertex|gemini)$/.test(host)) {
    return makerOf(modelId.toLowerCase()) ?? google;
  }
  return host === 'mistral' ? mistral : none;
}

const hosts =
  /^(gateway|vercel-ai-gateway|openrouter|amazon-bedrock|bedrock|litellm|requesty|portkey|cloudflare-ai-gateway|aihubmix)$/;

/** Who made a model, as gateways write it: `anthropic/claude-…`, `us.anthropic.claude-…-v1:0`. */
function makerOf(name: string): SchemaFamily | undefined {
  const words = name.split(/[^a-z0-9]+/);
  const has = (...wanted: readonly string[]): boolean =>
    wanted.some((word) => words.includes(word));
  if (has('anthropic', 'claude')) return anthropic;
  if (has('mistral', 'mistralai', 'ministral', 'codestral', 'pixtral')) return mistral;
  if (has('google', 'gemini')) return google;
  if (has('openai', 'gpt', 'xai', 'grok')) return openaiChat;
  return undefined;
}
