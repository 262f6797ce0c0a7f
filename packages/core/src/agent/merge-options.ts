import { mergeHooks } from './merge-hooks.ts';
import type { RunOptions } from './options.ts';

/** Options that are merged name by name, and how many levels down; all others are replaced. */
const mergedLevels = {
  budget: 2,
  modelSettings: 2,
  providerOptions: 2,
  toolsets: 2,
  clientTools: 1,
  tracing: 1,
  tracingOptions: 2,
} as const satisfies { readonly [Name in keyof RunOptions]?: number };

/** The options of a call over the defaults of its agent. `undefined` hides nothing. */
export function mergeOptions(defaults: RunOptions, given: RunOptions): RunOptions {
  const options: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    const levels = Object.hasOwn(mergedLevels, name)
      ? mergedLevels[name as keyof typeof mergedLevels]
      : 0;
    options[name] = merge(options[name], value, levels);
  }
  if (defaults.hooks !== undefined) options.hooks = mergeHooks(defaults.hooks, given.hooks);
  return options;
}

function merge(under: unknown, over: unknown, levels: number): unknown {
  if (over === undefined) return under;
  if (levels === 0 || !isRecord(under) || !isRecord(over)) return over;
  const merged: Record<string, unknown> = { ...under };
  for (const [name, value] of Object.entries(over)) {
    merged[name] = merge(merged[name], value, levels - 1);
  }
  return merged;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
