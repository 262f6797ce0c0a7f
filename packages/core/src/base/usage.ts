/** Tokens of one model call, or of a whole run. A provider that does not count leaves a field out. */
export interface Usage {
  /** All of the prompt, with what was read from a cache or written to one. */
  readonly inputTokens: number | undefined;
  /** All that was written, with what was thought. */
  readonly outputTokens: number | undefined;
  readonly totalTokens: number | undefined;
  readonly reasoningTokens?: number | undefined;
  readonly cachedInputTokens?: number | undefined;
  readonly cacheCreationInputTokens?: number | undefined;
  /** The provider's own form; in a total it is the last call's. */
  readonly raw?: unknown;
}

export const noUsage: Usage = {
  inputTokens: undefined,
  outputTokens: undefined,
  totalTokens: undefined,
};

const add = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : a + b;

/** The sum of two counts; a field that neither gives stays out. */
export function addUsage(a: Usage, b: Usage): Usage {
  const reasoningTokens = add(a.reasoningTokens, b.reasoningTokens);
  const cachedInputTokens = add(a.cachedInputTokens, b.cachedInputTokens);
  const cacheCreationInputTokens = add(a.cacheCreationInputTokens, b.cacheCreationInputTokens);
  const raw = b.raw ?? a.raw;
  return {
    inputTokens: add(a.inputTokens, b.inputTokens),
    outputTokens: add(a.outputTokens, b.outputTokens),
    totalTokens: add(a.totalTokens, b.totalTokens),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(cacheCreationInputTokens !== undefined && { cacheCreationInputTokens }),
    ...(raw !== undefined && { raw }),
  };
}
