import { isPromiseLike, type MaybePromise } from '../base/promise.ts';
import type { SchemaFamily } from './families/index.ts';

type Families = typeof import('./families/index.ts');

/** How the tools of one model are told so that its API takes them, and its answers turned back. */
export interface Rewriting {
  readonly family: SchemaFamily;
  readonly rewriteFor: Families['rewriteFor'];
}

/** Providers, and hosts of several, whose APIs refuse something. Of others nothing is assumed, and nothing loaded. */
const known =
  /^(openai|azure|xai|anthropic|google|vertex|gemini|mistral|bedrock|amazon-bedrock|openrouter|gateway|vercel|litellm|requesty|portkey|cloudflare|aihubmix)|anthropic/i;

let loaded: Families | undefined;

/** The rules are loaded when the first model that needs them is met; from then on they are there at once. */
export function rewritingOf(
  provider: string,
  modelId: string,
): MaybePromise<Rewriting | undefined> {
  if (!known.test(provider)) return undefined;
  const families = loaded ?? loadFamilies();
  return isPromiseLike(families)
    ? families.then((module) => choose(module, provider, modelId))
    : choose(families, provider, modelId);
}

export async function loadFamilies(): Promise<Families> {
  loaded = await import('./families/index.ts');
  return loaded;
}

function choose(
  { familyOf, rewriteFor }: Families,
  provider: string,
  modelId: string,
): Rewriting | undefined {
  const family = familyOf(provider, modelId);
  return family.name === 'none' ? undefined : { family, rewriteFor };
}
