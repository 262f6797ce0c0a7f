import { estimateTokenCount } from 'tokenx';
import type { Definition } from './definition.ts';
import { type Provider, providers } from './finding.ts';

/** By provider, since each is sent another form. */
export type Tokens = Readonly<Record<Provider, number>>;

/** About how many tokens a value takes as JSON; counted without the tokenizer of any one model. */
export function estimateTokens(value: unknown): number {
  return estimateTokenCount(JSON.stringify(value));
}

export function tokensOf(definition: Definition): Tokens {
  return byProvider((provider) => estimateTokens(definition.sentTo(provider)));
}

export function sumOf(all: readonly Tokens[]): Tokens {
  return byProvider((provider) => all.reduce((sum, tokens) => sum + tokens[provider], 0));
}

function byProvider(count: (provider: Provider) => number): Tokens {
  return Object.fromEntries(providers.map((provider) => [provider, count(provider)])) as Tokens;
}
