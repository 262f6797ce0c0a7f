import type { MaybePromise } from '../../base/promise.ts';
import type { RequestContext } from '../../base/request-context.ts';

/** What a `key` function is told of a call. */
export interface KeyedCall<Input = unknown, RequestValues = unknown> {
  /** What the schema made of the arguments. */
  readonly input: Input;
  readonly requestContext: RequestContext<RequestValues>;
}

/** Which failures are tried again, and when. */
export interface ToolRetry {
  /** Tries after the first. */
  readonly attempts: number;
  /** Before the second try; each further one waits twice as long. A random part, at most half, is taken off. Default 1,000. */
  readonly delayMs?: number;
  /** The longest wait. An error whose `retry-after` asks for more is not tried again. Default 60,000. */
  readonly maxDelayMs?: number;
  /** Decides in place of the rule that all is tried again but what says that it would not help. */
  readonly retryIf?: (error: Error) => MaybePromise<boolean>;
}

/** How many calls run at a time. */
export interface ToolConcurrency<Input = unknown, RequestValues = unknown> {
  readonly limit: number;
  /** Calls of different keys do not wait for each other. */
  key?(call: KeyedCall<Input, RequestValues>): string;
}

/** How many calls run within a time. */
export interface ToolRateLimit<Input = unknown, RequestValues = unknown> {
  /** Most calls within any time of `intervalMs`. */
  readonly limit: number;
  readonly intervalMs: number;
  /** Calls of different keys are counted apart. */
  key?(call: KeyedCall<Input, RequestValues>): string;
  /** How long a call may wait for its turn. Default 0: it is refused at once. */
  readonly maxWaitMs?: number;
}

/** How long a result is handed out again. */
export interface ToolCache<Input = unknown, RequestValues = unknown> {
  readonly ttlMs: number;
  /**
   * Calls of one key have one result; `undefined`: do not keep it. Default: the input and all values of the request
   * context, so that nothing of one user gets to another.
   */
  key?(call: KeyedCall<Input, RequestValues>): string | undefined;
  /** The result that was used least recently makes room. Default 1,000. */
  readonly maxEntries?: number;
}

/** Limits that a tool declares. They hold for all that call the tool, in one process; also for direct calls. */
export interface ToolLimitOptions<Input = unknown, RequestValues = unknown> {
  /** How long one attempt may take. Then its `context.abortSignal` fires, and what it still gives is dropped. */
  readonly timeoutMs?: number;
  /** Tries again what `execute` throws, and time-outs: so many times, or as told. */
  readonly retry?: number | ToolRetry;
  /** How many calls run at a time; the others wait in their order. */
  readonly concurrency?: number | ToolConcurrency<Input, RequestValues>;
  readonly rateLimit?: ToolRateLimit<Input, RequestValues>;
  /** Hands out results again, of a tool that only reads (`mcp.annotations.readOnlyHint`). */
  readonly cache?: ToolCache<Input, RequestValues>;
  /** How much of a result a model is shown. Everybody else gets all of it. */
  readonly maxResultChars?: number;
}
