import { createAnthropic as anthropic6 } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI as google6 } from '@ai-sdk/google';
import { createOpenAI as openai6 } from '@ai-sdk/openai';
import { createOpenAICompatible as compatible6 } from '@ai-sdk/openai-compatible';
import { createXai as xai6 } from '@ai-sdk/xai';
import type { WireProvider, WireServer } from '@tenon/testing';
import { createAnthropic as anthropic5 } from 'anthropic-ai5';
import { createAnthropic as anthropic7 } from 'anthropic-ai7';
import { createOpenAICompatible as compatible5 } from 'compatible-ai5';
import { createOpenAICompatible as compatible7 } from 'compatible-ai7';
import { createGoogleGenerativeAI as google5 } from 'google-ai5';
import { createGoogleGenerativeAI as google7 } from 'google-ai7';
import { createOpenAI as openai5 } from 'openai-ai5';
import { createOpenAI as openai7 } from 'openai-ai7';
import { createXai as xai5 } from 'xai-ai5';
import { createXai as xai7 } from 'xai-ai7';
import { createXai as xaiMajor5 } from 'xai-major5';
import type { ModelOption } from '../../models/index.ts';

interface Settings {
  readonly apiKey: string;
  readonly baseURL: string;
  readonly includeUsage: boolean;
}
type Make = (settings: Settings) => (id: string) => unknown;

interface ProviderPackage {
  readonly provider: WireProvider;
  readonly make: Make;
  readonly id: string;
}

/** Which API of a provider, by which line of the AI SDK: `openai chat, AI SDK 5`. */
export type ProviderRow = keyof typeof packages;

/** The real packages, in the three lines of the AI SDK: specification versions 2, 3 and 4. */
const packages = {
  'openai responses, AI SDK 5': row('openai', openai5, 'gpt-5'),
  'openai responses, AI SDK 6': row('openai', openai6, 'gpt-5'),
  'openai responses, AI SDK 7': row('openai', openai7, 'gpt-5'),
  'openai chat, AI SDK 5': row('openai', (settings) => openai5(settings).chat, 'gpt-4o'),
  'openai chat, AI SDK 6': row('openai', (settings) => openai6(settings).chat, 'gpt-4o'),
  'openai chat, AI SDK 7': row('openai', (settings) => openai7(settings).chat, 'gpt-4o'),
  'anthropic, AI SDK 5': row('anthropic', anthropic5, 'claude-sonnet-4-5'),
  'anthropic, AI SDK 6': row('anthropic', anthropic6, 'claude-sonnet-4-5'),
  'anthropic, AI SDK 7': row('anthropic', anthropic7, 'claude-sonnet-4-5'),
  'google, AI SDK 5': row('google', google5, 'gemini-2.5-flash'),
  'google, AI SDK 6': row('google', google6, 'gemini-2.5-flash'),
  'google, AI SDK 7': row('google', google7, 'gemini-2.5-flash'),
  'xai chat, AI SDK 5': row('xai', (settings) => xai5(settings).chat, 'grok-4'),
  'xai chat, AI SDK 6': row('xai', (settings) => xai6(settings).chat, 'grok-4'),
  'xai chat, AI SDK 7': row('xai', (settings) => xai7(settings).chat, 'grok-4'),
  'xai responses, AI SDK 5': row('xai', (settings) => xai5(settings).responses, 'grok-4'),
  'xai responses, AI SDK 6': row('xai', (settings) => xai6(settings).responses, 'grok-4'),
  'xai responses, AI SDK 7': row('xai', (settings) => xai7(settings).responses, 'grok-4'),
  'xai responses, AI SDK 7, major 5': row('xai', xaiMajor5, 'grok-4'),
  'openai-compatible, AI SDK 5': row('compatible', namedWire(compatible5), 'qwen3'),
  'openai-compatible, AI SDK 6': row('compatible', namedWire(compatible6), 'qwen3'),
  'openai-compatible, AI SDK 7': row('compatible', namedWire(compatible7), 'qwen3'),
};

export const providerRows = Object.keys(packages) as readonly ProviderRow[];

/** The rows of whose names this is a part. */
export function rowsOf(part: string): readonly ProviderRow[] {
  return providerRows.filter((name) => name.includes(part));
}

/** The model of a row, asking the wire server. */
export function modelOf(name: ProviderRow, server: WireServer, otherId?: string): ModelOption {
  const { provider, make, id } = packages[name];
  const settings = {
    apiKey: 'key',
    baseURL: server.baseUrlFor(provider),
    includeUsage: true,
  };
  return make(settings)(otherId ?? id) as ModelOption;
}

/**
 * Every package knows its own settings; those here are what all of them can take. A name is not among them: it would
 * stand in the place of the provider's, and nobody would know whose API it is.
 */
function row(provider: WireProvider, make: Make, id: string): ProviderPackage {
  return { provider, make, id };
}

/** That of the compatible servers wants a name. */
function namedWire(
  make: (settings: Settings & { readonly name: string }) => (id: string) => unknown,
): Make {
  return (settings) => make({ ...settings, name: 'wire' });
}
