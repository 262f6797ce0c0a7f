import type { ToolContext } from '../context.ts';

/** One call, as the limits of its tool see it. */
export interface LimitedCall {
  /** What the caller knows the tool by. */
  readonly toolName: string;
  readonly input: unknown;
  readonly context: ToolContext;
  /** The author's function. */
  run(input: unknown, context: ToolContext): unknown;
  /** Told of each attempt before it runs, also when it is answered out of the cache. What it throws ends the call. */
  begin?(attempt: number): void;
}

/** What the tool gave. */
export interface LimitedResult {
  readonly value: unknown;
  /** To be called once the value has passed the check of the output. */
  readonly keep: (() => void) | undefined;
}

/** What a caller needs of the limits of a tool; an interface, since the tool may come from another copy of this package. */
export interface ToolLimits {
  readonly maxResultChars: number | undefined;
  run(call: LimitedCall): Promise<LimitedResult>;
}
