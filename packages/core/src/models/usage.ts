import { noUsage, type Usage } from '../base/usage.ts';
import type { ProviderMetadata } from '../journal/index.ts';

interface FlatUsage {
  readonly inputTokens?: unknown;
  readonly outputTokens?: unknown;
  readonly totalTokens?: unknown;
  readonly reasoningTokens?: unknown;
  readonly cachedInputTokens?: unknown;
  readonly raw?: unknown;
}
interface NestedUsage {
  readonly inputTokens?: Partial<Record<'total' | 'cacheRead' | 'cacheWrite', unknown>> | null;
  readonly outputTokens?: Partial<Record<'total' | 'reasoning', unknown>> | null;
  readonly raw?: unknown;
}

/**
 * The tokens of one answer, counted alike for every version of the specification: what was read from a cache or written
 * to it is part of the input, what was thought is part of the output. Version 2 counts flat, later ones nested. What is
 * no number (some say `null` or `NaN`) is not counted.
 */
export function toUsage(given: unknown, metadata?: ProviderMetadata): Usage {
  if (typeof given !== 'object' || given === null) return noUsage;
  return isNested(given) ? fromNested(given) : fromFlat(given, metadata);
}

function isNested(given: FlatUsage | NestedUsage): given is NestedUsage {
  const { inputTokens, outputTokens } = given;
  return typeof (inputTokens ?? outputTokens) === 'object';
}

type Counts = Omit<Usage, 'raw'>;

/**
 * The packages of version 2 that leave tokens out of their totals, by the name under which they say more: a row puts
 * them in, and the sum is made anew.
 */
const packagesThatLeaveOut: Readonly<
  Record<string, (said: Counts, facts: Readonly<Record<string, unknown>>) => Counts>
> = {
  anthropic: (said, facts) => {
    const cacheCreationInputTokens = toCount(facts.cacheCreationInputTokens);
    const inputTokens = sum(said.inputTokens, said.cachedInputTokens, cacheCreationInputTokens);
    const thought = fieldOf(fieldOf(facts.usage, 'output_tokens_details'), 'thinking_tokens');
    return {
      ...said,
      inputTokens,
      totalTokens: undefined,
      reasoningTokens: said.reasoningTokens ?? toCount(thought),
      cacheCreationInputTokens,
    };
  },
  google: (said) => {
    const outputTokens = sum(said.outputTokens, said.reasoningTokens);
    return { ...said, outputTokens, totalTokens: undefined };
  },
};

function fromFlat(given: FlatUsage, metadata: ProviderMetadata | undefined): Usage {
  const said: Counts = {
    inputTokens: toCount(given.inputTokens),
    outputTokens: toCount(given.outputTokens),
    totalTokens: toCount(given.totalTokens),
    reasoningTokens: toCount(given.reasoningTokens),
    cachedInputTokens: toCount(given.cachedInputTokens),
    cacheCreationInputTokens: undefined,
  };
  const counts = withLeftOut(said, metadata);
  const totalTokens = counts.totalTokens ?? sum(counts.inputTokens, counts.outputTokens);
  return { ...counts, totalTokens, raw: given.raw };
}

function withLeftOut(said: Counts, metadata: ProviderMetadata | undefined): Counts {
  for (const [name, facts] of Object.entries(metadata ?? {})) {
    if (Object.hasOwn(packagesThatLeaveOut, name)) {
      return packagesThatLeaveOut[name]?.(said, facts ?? {}) ?? said;
    }
  }
  return said;
}

function fromNested({ inputTokens, outputTokens, raw }: NestedUsage): Usage {
  const input = toCount(inputTokens?.total);
  const output = toCount(outputTokens?.total);
  return {
    inputTokens: input,
    outputTokens: output,
    totalTokens: sum(input, output),
    reasoningTokens: toCount(outputTokens?.reasoning),
    cachedInputTokens: toCount(inputTokens?.cacheRead),
    cacheCreationInputTokens: toCount(inputTokens?.cacheWrite),
    raw,
  };
}

const toCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Of what was counted; nothing when nothing was. */
function sum(...counts: readonly (number | undefined)[]): number | undefined {
  let total: number | undefined;
  for (const count of counts) if (count !== undefined) total = (total ?? 0) + count;
  return total;
}
