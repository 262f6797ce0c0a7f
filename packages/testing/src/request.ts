/**
 * One part of a prompt message. Flat on purpose, so that a test can write `part.text` or `part.input`
 * without narrowing first; what a part lacks is absent.
 */
export interface PromptPart {
  readonly type: string;
  readonly text?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly toolName?: string | undefined;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly data?: unknown;
  readonly mediaType?: string | undefined;
  readonly filename?: string | undefined;
  readonly providerExecuted?: boolean | undefined;
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly PromptPart[];
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

export interface RequestTool {
  readonly type: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly strict?: boolean | undefined;
  readonly id?: string | undefined;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

export type ToolChoice =
  | { readonly type: 'auto' | 'none' | 'required' }
  | { readonly type: 'tool'; readonly toolName: string };

/** What a request says beside its prompt and its tools. */
export interface RequestSettings {
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly topK?: number | undefined;
  readonly presencePenalty?: number | undefined;
  readonly frequencyPenalty?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  readonly seed?: number | undefined;
  readonly reasoning?: string | undefined;
  readonly responseFormat?:
    | {
        readonly type: string;
        readonly schema?: unknown;
        readonly name?: string | undefined;
        readonly description?: string | undefined;
      }
    | undefined;
  readonly includeRawChunks?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** What `doGenerate` and `doStream` are given: the common shape of V2, V3 and V4. */
export interface ModelCallOptions extends RequestSettings {
  readonly prompt: readonly PromptMessage[];
  readonly tools?: readonly RequestTool[] | undefined;
  readonly toolChoice?: ToolChoice | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

/** One request as the model got it: a frozen copy, so what happens to the original later does not show. */
export interface ModelRequest extends RequestSettings {
  /** Counts up from 0 per model. */
  readonly index: number;
  readonly mode: 'generate' | 'stream';
  readonly prompt: readonly PromptMessage[];
  /** As sent: absent when the request had none. */
  readonly tools?: readonly RequestTool[] | undefined;
  /** The names of `tools`, empty when there were none. */
  readonly toolNames: readonly string[];
  readonly toolChoice?: ToolChoice | undefined;
  /** The request's own signal, not a copy. */
  readonly signal: AbortSignal | undefined;
}

/** Copies a request. With `copy: false` the parts stay those of the caller. */
export function toModelRequest(
  options: ModelCallOptions,
  facts: { index: number; mode: 'generate' | 'stream'; copy: boolean },
): ModelRequest {
  const { abortSignal, ...rest } = options;
  const kept = facts.copy ? frozenCopy(rest, new Map()) : rest;
  return Object.freeze({
    ...kept,
    index: facts.index,
    mode: facts.mode,
    signal: abortSignal,
    toolNames: Object.freeze((kept.tools ?? []).map((tool) => tool.name)),
  });
}

/** Plain objects and arrays are copied and frozen, bytes, dates and URLs copied, anything else is kept as it is. */
function frozenCopy<Value>(value: Value, seen: Map<unknown, unknown>): Value {
  return copyOf(value, seen) as Value;
}

function copyOf(value: unknown, seen: Map<unknown, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (value instanceof Uint8Array) return value.slice();
  if (value instanceof Date) return new Date(value);
  if (value instanceof URL) return new URL(value);
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    seen.set(value, copy);
    for (const item of value) copy.push(copyOf(item, seen));
    return Object.freeze(copy);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const copy: Record<string, unknown> = Object.create(prototype as object | null);
  seen.set(value, copy);
  for (const [key, item] of Object.entries(value)) {
    // not an assignment: a `__proto__` key has to stay a key
    Object.defineProperty(copy, key, { value: copyOf(item, seen), enumerable: true });
  }
  return Object.freeze(copy);
}
