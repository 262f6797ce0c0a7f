import { GrowingValue } from '../base/growing-value.ts';
import type { AgentChunk } from './chunk.ts';
import type { DisplayChunk } from './display-view.ts';

/** What happens around tools in a run, in the words that user interfaces listen for. */
export type ToolEvent =
  | {
      readonly type: 'tool_input_start';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly title?: string;
    }
  | {
      readonly type: 'tool_input_delta';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly argsTextDelta: string;
      /**
       * What the arguments say so far, as the model writes them: one object that grows with each piece, so copy what you
       * keep. `undefined` until something can be read.
       */
      readonly partialInput: unknown;
    }
  | { readonly type: 'tool_input_end'; readonly toolCallId: string }
  | {
      readonly type: 'tool_start';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly args: unknown;
      readonly title?: string;
    }
  | {
      readonly type: 'tool_end';
      readonly toolCallId: string;
      readonly toolName: string;
      /** What the call gave; of one that failed, the message of its error. */
      readonly result: unknown;
      readonly isError: boolean;
    };

/**
 * Tells what happens around tools in a run: takes `fullStream`, or `toDisplayStream()` where people watch, and leaves
 * out all chunks that are not about tools.
 *
 * @example
 * for await (const event of toToolEvents(stream.toDisplayStream())) {
 *   if (event.type === 'tool_input_delta') form.show(event.toolCallId, event.partialInput);
 * }
 */
export async function* toToolEvents(
  chunks: AsyncIterable<AgentChunk | DisplayChunk>,
): AsyncGenerator<ToolEvent, void, undefined> {
  const inputs = new Map<string, GrowingValue>();
  for await (const chunk of chunks) {
    const event = readEvent(chunk, inputs);
    if (event !== undefined) yield event;
  }
}

/** A tool may write what only looks like a chunk: that tells of nothing. */
function readEvent(...args: Parameters<typeof toToolEvent>): ToolEvent | undefined {
  try {
    const event = toToolEvent(...args);
    return typeof event?.toolCallId === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}

function toToolEvent(
  chunk: AgentChunk | DisplayChunk,
  inputs: Map<string, GrowingValue>,
): ToolEvent | undefined {
  switch (chunk.type) {
    case 'tool-call-input-streaming-start': {
      const { toolCallId, toolName, title } = chunk.payload;
      inputs.set(toolCallId, new GrowingValue());
      return { type: 'tool_input_start', toolCallId, toolName, ...withTitle(title) };
    }
    case 'tool-call-delta': {
      const { toolCallId, toolName, argsTextDelta } = chunk.payload;
      const input = inputs.get(toolCallId);
      input?.add(argsTextDelta);
      const partialInput = input?.value;
      return { type: 'tool_input_delta', toolCallId, toolName, argsTextDelta, partialInput };
    }
    case 'tool-call-input-streaming-end':
      return { type: 'tool_input_end', toolCallId: chunk.payload.toolCallId };
    case 'tool-call': {
      const { toolCallId, toolName, args, title } = chunk.payload;
      inputs.delete(toolCallId);
      return { type: 'tool_start', toolCallId, toolName, args, ...withTitle(title) };
    }
    case 'tool-result': {
      const { toolCallId, toolName, result, isError = false } = chunk.payload;
      return { type: 'tool_end', toolCallId, toolName, result, isError };
    }
    case 'tool-error': {
      const { toolCallId, toolName, error } = chunk.payload;
      return { type: 'tool_end', toolCallId, toolName, result: wordsOf(error), isError: true };
    }
    default:
      return undefined;
  }
}

const withTitle = (title: string | undefined) => (title === undefined ? {} : { title });

/** An error has no JSON of its own; what a transform gave in its place has. */
function wordsOf(error: unknown): unknown {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : error;
}
