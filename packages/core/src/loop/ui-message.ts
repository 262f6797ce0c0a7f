import { shownPayload, type TransformPhase, valueShown } from '../base/payload-transform.ts';
import type { ModelReply, ReplyPart, ToolCall } from '../journal/index.ts';
import { toBase64 } from '../messages/index.ts';
import { acceptedSteps, type RunState } from './state.ts';

/** A call and how it went, as a user interface shows it. */
export interface UIToolPart {
  /** `tool-` and the key of the tool. */
  readonly type: `tool-${string}`;
  readonly toolCallId: string;
  readonly state: 'input-available' | 'output-available' | 'output-error';
  readonly title?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorText?: string;
  readonly providerExecuted?: boolean;
}

export type UIMessagePart =
  | { readonly type: 'step-start' }
  | { readonly type: 'text' | 'reasoning'; readonly text: string; readonly state: 'done' }
  | {
      readonly type: 'source-url';
      readonly sourceId: string;
      readonly url: string;
      readonly title?: string;
    }
  | {
      readonly type: 'source-document';
      readonly sourceId: string;
      readonly mediaType: string;
      readonly title: string;
      readonly filename?: string;
    }
  | {
      readonly type: 'file';
      readonly mediaType: string;
      readonly url: string;
      readonly filename?: string;
    }
  | UIToolPart;

/** What an agent said and did in one run, in the form of the AI SDK's `UIMessage`. */
export interface UIMessage {
  readonly id: string;
  readonly role: 'assistant';
  readonly parts: readonly UIMessagePart[];
}

/**
 * The run as it is read later: all its steps in one message, payloads as the transcript transforms give them. Nothing
 * when no model has answered.
 */
export function toUIMessages(state: RunState): readonly UIMessage[] {
  const { messageId } = state;
  const steps = acceptedSteps(state);
  if (steps.length === 0) return [];
  const parts = steps.flatMap(({ reply }) => [{ type: 'step-start' } as const, ...partsOf(reply)]);
  return [{ id: messageId, role: 'assistant', parts }];
}

function partsOf({ content }: ModelReply): UIMessagePart[] {
  return content.flatMap((part) => toUIPart(part) ?? []);
}

function toUIPart(part: ReplyPart): UIMessagePart | undefined {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text === '' ? undefined : { type: part.type, text: part.text, state: 'done' };
    case 'source':
      return toSource(part);
    case 'file': {
      const { data, mediaType, filename } = part;
      return {
        type: 'file',
        mediaType,
        url: toUrl(data, mediaType),
        ...(filename && { filename }),
      };
    }
    case 'tool-call':
      return toToolPart(part.call);
    default:
      return undefined;
  }
}

function toSource(part: Extract<ReplyPart, { type: 'source' }>): UIMessagePart {
  const { id: sourceId, title, url, mediaType, filename } = part;
  if (part.sourceType === 'url') {
    return { type: 'source-url', sourceId, url: url ?? '', ...(title && { title }) };
  }
  return {
    type: 'source-document',
    sourceId,
    mediaType: mediaType ?? 'application/octet-stream',
    title: title ?? filename ?? '',
    ...(filename && { filename }),
  };
}

function toUrl(data: string | Uint8Array | URL, mediaType: string): string {
  if (data instanceof URL) return data.href;
  return `data:${mediaType};base64,${typeof data === 'string' ? data : toBase64(data)}`;
}

function toToolPart(call: ToolCall): UIToolPart {
  const { id: toolCallId, toolName, title, args, outcome, providerExecuted } = call;
  const named = {
    type: `tool-${toolName}` as const,
    toolCallId,
    ...(title !== undefined && { title }),
    ...(providerExecuted && { providerExecuted }),
    input: shown(call, 'input-available', args),
  };
  if (outcome === undefined) return { ...named, state: 'input-available' };
  if (outcome.type === 'error') {
    const errorText = toText(shown(call, 'error', outcome.error.message));
    return { ...named, state: 'output-error', errorText };
  }
  return {
    ...named,
    state: 'output-available',
    output: shown(call, 'output-available', outcome.value),
  };
}

const shown = ({ transforms }: ToolCall, phase: TransformPhase, raw: unknown): unknown =>
  valueShown(shownPayload(transforms, 'transcript', phase), raw);

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  const { message } = (value ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : (JSON.stringify(value) ?? '');
}
