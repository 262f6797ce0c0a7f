import {
  hasTransformedToolPayload,
  type PayloadTransforms,
  shownPayload,
  type TransformedPayload,
  type TransformPhase,
  valueShown,
} from '../base/payload-transform.ts';
import type {
  AgentChunk,
  Chunk,
  ChunkPayloads,
  ObjectChunk,
  ObjectResultChunk,
  ToolCallPayload,
} from './chunk.ts';

/** An error as people are shown it: no stack, no cause. */
export interface DisplayError {
  readonly name: string;
  readonly message: string;
  /** Of errors of Tenon: what a program tells them by. */
  readonly id?: string;
}

interface DisplayPayloads extends Omit<ChunkPayloads, 'raw' | 'tool-error' | 'error'> {
  /** `error` is what the transform gave, else the error in words. */
  'tool-error': Omit<ChunkPayloads['tool-error'], 'error'> & { readonly error: unknown };
  error: { readonly error: DisplayError };
}

/** A chunk for people's eyes: its payload is what transforms made of it, and no request, header or raw part is in it. */
export type DisplayChunk =
  | {
      [Type in keyof DisplayPayloads]: Omit<Chunk, 'type' | 'payload' | 'metadata'> & {
        readonly type: Type;
        readonly payload: DisplayPayloads[Type];
      };
    }[keyof DisplayPayloads]
  | Exclude<AgentChunk, Chunk>;

type FinishPayload = ChunkPayloads['finish'];

/** Turns the chunks of one run into those for display, one reader's worth: it has to see them in their order. */
export class DisplayView {
  readonly #runId: unknown;
  /** The calls that were shown, with what stands in place of their arguments. */
  readonly #inputs = new Map<string, TransformedPayload | undefined>();
  /** The views of runs whose chunks a tool hands on. */
  readonly #inner = new Map<unknown, DisplayView>();

  constructor(runId: unknown) {
    this.#runId = runId;
  }

  /** Gives nothing for a chunk that is not shown. A tool may write what only looks like a chunk: that is not either. */
  show(chunk: AgentChunk): DisplayChunk | undefined {
    try {
      // what the model wrote, whatever it looks like
      if (isObject(chunk) && chunk.runId === this.#runId) return chunk;
      if (!('payload' in chunk)) return this.#within(chunk) as DisplayChunk;
      return chunk.runId === this.#runId ? this.#show(chunk) : this.#innerView(chunk).#show(chunk);
    } catch {
      return undefined;
    }
  }

  #show(chunk: Chunk): DisplayChunk | undefined {
    const { type, runId, from } = chunk;
    const replace = (payload: unknown) => ({ type, runId, from, payload }) as DisplayChunk;
    switch (chunk.type) {
      case 'raw':
        return undefined; // the provider's own words hold arguments and results
      case 'step-start':
        return replace({ ...chunk.payload, request: {} });
      case 'tool-call-input-streaming-start':
      case 'tool-call-input-streaming-end':
        // whether the call is private is only known of its other chunks
        return replace(withoutProviderWords(chunk.payload, true));
      case 'tool-call-delta': {
        const delta = this.#delta(chunk);
        return delta === undefined ? undefined : replace(delta);
      }
      case 'tool-call': {
        const input = find(chunk, 'input-available');
        const { toolCallId } = chunk.payload;
        // a run of the same id, or what a tool writes, opens nothing that was closed
        if (input !== undefined || !this.#inputs.has(toolCallId)) {
          this.#inputs.set(toolCallId, input);
        }
        return replace(withArguments(chunk.payload, input));
      }
      case 'tool-result': {
        const payload = withArguments(chunk.payload, find(chunk, 'input-available'));
        return replace({
          ...payload,
          // a call that a provider ran has its failure as its result
          result: valueShown(
            find(chunk, payload.isError ? 'error' : 'output-available'),
            payload.result,
          ),
        });
      }
      case 'tool-error': {
        const payload = withArguments(chunk.payload, find(chunk, 'input-available'));
        return replace({
          ...payload,
          error: valueShown(find(chunk, 'error'), toDisplayError(payload.error)),
        });
      }
      case 'tool-output':
        return replace({ ...chunk.payload, output: this.#within(chunk.payload.output) });
      case 'step-finish':
      case 'finish':
        return replace(this.#finish(chunk.payload));
      case 'error':
        return replace({ error: toDisplayError(chunk.payload.error) });
      default:
        // of a version that knows more of what a transform may stand for
        return transformsOf(chunk)?.display === undefined ? chunk : undefined;
    }
  }

  #delta(chunk: Chunk<'tool-call-delta'>): ChunkPayloads['tool-call-delta'] | undefined {
    const given = find(chunk, 'input-delta');
    if (given === undefined) return chunk.payload;
    if (!hasTransformedToolPayload(given)) return undefined;
    const { transformed } = given;
    const argsTextDelta =
      typeof transformed === 'string' ? transformed : JSON.stringify(transformed);
    return { ...withoutProviderWords(chunk.payload, true), argsTextDelta };
  }

  /**
   * A tool may hand on the chunks of another run, alone or within something else: these are shown as that run would
   * show them. Gives what it was given where there are none.
   */
  #within(value: unknown, seen: Map<unknown, unknown> = new Map()): unknown {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (seen.has(value)) return seen.get(value);
    if (isChunk(value)) return this.#innerView(value).show(value) ?? null;
    seen.set(value, '[Circular]');
    const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    const shown = parts.map((part) => this.#within(part, seen));
    if (shown.every((part, index) => Object.is(part, parts[index]))) {
      seen.set(value, value);
      return value;
    }
    const copy = Array.isArray(value)
      ? shown
      : Object.fromEntries(Object.keys(value).map((key, index) => [key, shown[index]]));
    seen.set(value, copy);
    return copy;
  }

  #innerView({ runId }: { readonly runId: unknown }): DisplayView {
    let view = this.#inner.get(runId);
    if (view === undefined) {
      view = new DisplayView(runId);
      this.#inner.set(runId, view);
    }
    return view;
  }

  /** A run that was stopped while a transform worked knows arguments that were not made ready to be seen. */
  #inputOf(toolCallId: string): TransformedPayload | undefined {
    return this.#inputs.has(toolCallId) ? this.#inputs.get(toolCallId) : nothingShown;
  }

  #finish({ output, metadata, ...rest }: FinishPayload): FinishPayload {
    const { request: _, headers: __, ...facts } = metadata;
    const toolCalls = output.toolCalls.map((call) =>
      withArguments(call, this.#inputOf(call.toolCallId)),
    );
    return { ...rest, output: { ...output, toolCalls }, metadata: facts };
  }
}

const nothingShown: TransformedPayload = { suppress: true };

function find(chunk: Chunk, phase: TransformPhase): TransformedPayload | undefined {
  return shownPayload(transformsOf(chunk), 'display', phase);
}

function transformsOf({ metadata }: Chunk): PayloadTransforms | undefined {
  return metadata?.mastra?.toolPayloadTransform;
}

function withArguments<Payload extends Pick<ToolCallPayload, 'args' | 'providerMetadata'>>(
  payload: Payload,
  input: TransformedPayload | undefined,
): Payload {
  const plain = withoutProviderWords(payload, input !== undefined);
  if (input === undefined) return plain;
  const { args: _, ...rest } = plain;
  return (
    hasTransformedToolPayload(input) ? { ...rest, args: input.transformed } : rest
  ) as Payload;
}

/**
 * What a provider says of a call is shown unless the call is private; what Tenon notes there, such as the form of a
 * result that the model read, never is.
 */
function withoutProviderWords<
  Payload extends { readonly providerMetadata?: Record<string, Record<string, unknown>> },
>(payload: Payload, isPrivate: boolean): Payload {
  const { providerMetadata, ...rest } = payload;
  if (providerMetadata === undefined) return payload;
  const { mastra: _, ...words } = providerMetadata;
  if (isPrivate || Object.keys(words).length === 0) return rest as Payload;
  return { ...payload, providerMetadata: words };
}

function toDisplayError(error: unknown): DisplayError {
  const { name = 'Error', message = String(error), id } = (error ?? {}) as Partial<DisplayError>;
  return { name, message, ...(typeof id === 'string' && { id }) };
}

const isObject = (chunk: AgentChunk): chunk is ObjectChunk | ObjectResultChunk =>
  chunk.type === 'object' || chunk.type === 'object-result';

function isChunk(value: unknown): value is Chunk {
  if (typeof value !== 'object' || value === null) return false;
  const { type, runId, from } = value as Partial<Chunk>;
  return (
    typeof type === 'string' &&
    typeof runId === 'string' &&
    typeof from === 'string' &&
    'payload' in value
  );
}
