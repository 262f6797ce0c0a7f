import type { DeepPartial } from '../base/deep-partial.ts';
import type { FinishReason, StoppedBy } from '../base/finish-reason.ts';
import type { ChunkMetadata } from '../base/payload-transform.ts';
import type { Tripwire } from '../base/tripwire.ts';
import type { Usage } from '../base/usage.ts';

/** Facts of one provider by its name, as it sent them. */
type ProviderMetadata = Record<string, Record<string, unknown>>;

/** Who a chunk comes from: the agent, or the code of a tool. */
export type ChunkSource = 'AGENT' | 'USER';

interface Identified {
  readonly id: string;
  readonly providerMetadata?: ProviderMetadata;
}
interface OfCall {
  readonly toolCallId: string;
  readonly providerMetadata?: ProviderMetadata;
}
interface NamedCall extends OfCall {
  /** The key of the tool, not its id. */
  readonly toolName: string;
  readonly providerExecuted?: boolean;
  readonly dynamic?: boolean;
}
/** A call as `step-finish` and `finish` list it. */
export interface ToolCallPayload extends NamedCall {
  /** The arguments as the model wrote them, parsed; absent when they are not JSON. */
  readonly args?: unknown;
  readonly title?: string;
}
interface FinishPayload {
  readonly messageId: string;
  readonly stepResult: {
    readonly reason: FinishReason;
    readonly rawReason?: string;
    readonly warnings?: readonly unknown[];
    readonly isContinued: boolean;
    readonly stoppedBy?: StoppedBy;
  };
  readonly output: {
    readonly text: string;
    readonly toolCalls: readonly ToolCallPayload[];
    readonly usage: Usage;
  };
  readonly metadata: {
    readonly id?: string | undefined;
    readonly modelId?: string | undefined;
    readonly timestamp?: Date | undefined;
    readonly headers?: Record<string, string> | undefined;
    readonly providerMetadata?: ProviderMetadata | undefined;
    readonly request?: { readonly body?: unknown };
  };
}

/** One row per chunk: its type and what it carries. The union below is derived from it. */
export interface ChunkPayloads {
  start: { readonly id: string; readonly messageId: string };
  'step-start': {
    readonly request: { readonly body?: unknown };
    readonly warnings: readonly unknown[];
    readonly messageId: string;
    /** Epoch milliseconds. */
    readonly startedAt: number;
  };
  'text-start': Identified;
  'text-delta': Identified & { readonly text: string };
  'text-end': Identified;
  'reasoning-start': Identified;
  'reasoning-delta': Identified & { readonly text: string };
  'reasoning-end': Identified;
  source: Identified & {
    readonly sourceType: 'url' | 'document';
    readonly title: string;
    readonly url?: string;
    readonly mimeType?: string;
    readonly filename?: string;
  };
  file: {
    readonly data: string | Uint8Array | URL;
    readonly base64?: string;
    readonly mimeType: string;
    readonly filename?: string;
    readonly providerMetadata?: ProviderMetadata;
  };
  'reasoning-file': {
    readonly data: string | Uint8Array | URL;
    readonly base64?: string;
    readonly mimeType: string;
    readonly providerMetadata?: ProviderMetadata;
  };
  custom: { readonly kind: string; readonly providerMetadata?: ProviderMetadata };
  'tool-call-input-streaming-start': NamedCall & { readonly title?: string };
  'tool-call-delta': NamedCall & { readonly argsTextDelta: string };
  'tool-call-input-streaming-end': OfCall;
  'tool-call': ToolCallPayload;
  'tool-result': NamedCall & {
    readonly args?: unknown;
    readonly result: unknown;
    /** Only on results of provider-executed tools. */
    readonly isError?: boolean;
  };
  'tool-error': NamedCall & { readonly args?: unknown; readonly error: Error };
  'tool-output': {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly output: unknown;
  };
  'step-finish': FinishPayload;
  finish: FinishPayload;
  error: { readonly error: Error };
  abort: Record<string, never>;
  /** A processor stopped the run: nothing follows. */
  tripwire: Tripwire;
  raw: unknown;
}

export type ChunkType = keyof ChunkPayloads;

/** One chunk of a run. `payload` is raw: for people's eyes it goes through the display view. */
export type Chunk<Type extends ChunkType = ChunkType> = {
  [T in Type]: {
    readonly type: T;
    readonly runId: string;
    readonly from: ChunkSource;
    readonly payload: ChunkPayloads[T];
    /** What transforms made of the payload; only where one was asked. */
    readonly metadata?: ChunkMetadata;
  };
}[Type];

/** What a tool puts on the stream by `writer.custom`: it goes out as it is. */
export interface DataChunk {
  readonly type: `data-${string}`;
  readonly data: unknown;
  readonly id?: string;
  /** Shown, but not kept in the history. */
  readonly transient?: boolean;
}

/**
 * What is there of the value that `structuredOutput` asked for, while the model writes it; the schema has not looked at
 * it. It stays as it is: the next one is another object, which shares with this one what has not changed.
 */
export interface ObjectChunk<Written = unknown> {
  readonly type: 'object';
  readonly runId: string;
  readonly from: ChunkSource;
  readonly object: DeepPartial<Written>;
  /** Who made it, where that is not the model of the run. */
  readonly metadata?: { readonly from: 'structured-output' };
}

/** The value that `structuredOutput` asked for. It stands at the top, not in a payload. */
export interface ObjectResultChunk<Value = unknown> {
  readonly type: 'object-result';
  readonly runId: string;
  readonly from: ChunkSource;
  readonly object: Value;
  readonly metadata?: {
    /** The answer did not match; this is the `fallbackValue`. */
    readonly fallback?: true;
    /** Who made it, where that is not the model of the run. */
    readonly from?: 'structured-output';
  };
}

/** All that a reader of `fullStream` can meet. */
export type AgentChunk<Value = unknown, Written = Value> =
  | Chunk
  | DataChunk
  | ObjectChunk<Written>
  | ObjectResultChunk<Value>;
