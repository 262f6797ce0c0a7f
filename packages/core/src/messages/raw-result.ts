import type { ToolResultOutput } from './prompt.ts';

/** What stands behind an output that does not say it itself. */
export type RawResult =
  | { readonly type: 'result'; readonly value: unknown }
  /** A person said no: the tool did not run. */
  | { readonly type: 'denied' };

const rawResults = new WeakMap<ToolResultOutput, RawResult>();

/** The output, with what it was made of beside it: no provider is sent that. */
export function withRaw(output: ToolResultOutput, raw: RawResult): ToolResultOutput {
  rawResults.set(output, raw);
  return output;
}

export function rawOf(output: ToolResultOutput): RawResult | undefined {
  return rawResults.get(output);
}
