import { toJsonSafe } from '../base/json-safe.ts';
import { isFields } from './fields.ts';
import type { ProviderOptions } from './prompt.ts';

/** Our own entry in provider metadata; the name is wire format. */
const own = 'mastra';

/**
 * What a part's metadata tells its provider, to be spread into the part. Our own entry is left out: it holds what
 * apps and threads need and no provider may see.
 */
export function withProviderOptions(metadata: unknown): { providerOptions?: ProviderOptions } {
  if (!isFields(metadata)) return {};
  const entries: [string, Record<string, unknown>][] = [];
  for (const [provider, options] of Object.entries(metadata)) {
    if (provider === own || provider === '__proto__' || !isFields(options)) continue;
    const safe = toJsonSafe(options);
    if (isFields(safe)) entries.push([provider, safe]);
  }
  return entries.length === 0 ? {} : { providerOptions: Object.fromEntries(entries) };
}

/** What the model shall be told instead of a call's raw result, if the metadata holds it. */
export function readModelOutput(metadata: unknown): unknown {
  return ownEntry(metadata)?.modelOutput ?? undefined;
}

/** Who ran a call that was not run here. */
export interface CallOrigin {
  readonly provider: string;
  /** What it calls the tool, where that is another name than the call has here. */
  readonly toolName?: string | undefined;
}

/** The metadata of a call that a provider ran itself, with who it was: models of others cannot take it as it is. */
export function withOrigin(
  metadata: ProviderOptions | undefined,
  { provider, toolName }: CallOrigin,
): ProviderOptions {
  return { ...metadata, [own]: { provider, ...(toolName !== undefined && { toolName }) } };
}

/** Who ran a call, if the metadata says so. */
export function readOrigin(metadata: unknown): CallOrigin | undefined {
  const { provider, toolName } = ownEntry(metadata) ?? {};
  if (typeof provider !== 'string') return undefined;
  return { provider, toolName: typeof toolName === 'string' ? toolName : undefined };
}

function ownEntry(metadata: unknown) {
  const entry = isFields(metadata) ? metadata[own] : undefined;
  return isFields(entry) ? entry : undefined;
}
