import { toBase64 } from '../base/base64.ts';
import type {
  PromptAssistantMessage,
  PromptFilePart,
  PromptMessage,
  PromptTextPart,
  PromptToolCallPart,
  PromptToolResultPart,
  ProviderOptions,
  ToolResultOutput,
} from './prompt.ts';
import type { StoredPart, StoredToolInvocation, StoredToolPart } from './stored.ts';

type Part = PromptAssistantMessage['content'][number];

/**
 * What prompt messages say, as the parts of one stored message; `toKey` gives the key of a tool by the name that the
 * model knows. Each assistant message but the first begins a step.
 */
export function toStoredParts(
  messages: readonly PromptMessage[],
  toKey: (modelName: string) => string,
): StoredPart[] {
  const parts: StoredPart[] = [];
  /** Where each call stands that has no result yet. */
  const open = new Map<string, number>();
  let hasSpoken = false;
  for (const { role, content } of messages) {
    if (typeof content === 'string') {
      parts.push({ type: 'text', text: content });
      continue;
    }
    if (role === 'assistant' && hasSpoken) parts.push({ type: 'step-start' });
    hasSpoken ||= role === 'assistant';
    for (const part of content) {
      if (part.type === 'tool-result') close(parts, open, part);
      else {
        if (part.type === 'tool-call') open.set(part.toolCallId, parts.length);
        parts.push(toPart(part, toKey));
      }
    }
  }
  return parts;
}

function toPart(
  part: Exclude<Part, PromptToolResultPart>,
  toKey: (modelName: string) => string,
): StoredPart {
  const metadata = metadataOf(part);
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text, ...metadata };
    case 'file': {
      const { mediaType, filename } = part;
      return {
        type: 'file',
        ...dataOf(part),
        mediaType,
        ...(filename !== undefined && { filename }),
        ...metadata,
      };
    }
    case 'tool-call':
      return { ...toToolPart(part, toKey), ...metadata };
    default:
      return part satisfies never;
  }
}

function toToolPart(
  { toolCallId, toolName, input: args, providerExecuted }: PromptToolCallPart,
  toKey: (modelName: string) => string,
): StoredToolPart {
  return {
    type: 'tool-invocation',
    toolInvocation: {
      state: 'call',
      toolCallId,
      toolName: providerExecuted ? toolName : toKey(toolName),
      args,
    },
    ...(providerExecuted && { providerExecuted }),
  };
}

/** The result of a call stands with the call. */
function close(parts: StoredPart[], open: Map<string, number>, result: PromptToolResultPart): void {
  const position = open.get(result.toolCallId);
  const part = position === undefined ? undefined : parts[position];
  if (position === undefined || part?.type !== 'tool-invocation') return;
  open.delete(result.toolCallId);
  const toolInvocation = { ...part.toolInvocation, ...toOutcome(result) };
  const modelOutput = result.output.type === 'content' ? result.output : undefined;
  parts[position] = {
    ...part,
    toolInvocation,
    ...(modelOutput && { providerMetadata: withToldOutput(part.providerMetadata, modelOutput) }),
  };
}

/** Metadata that says what the model is told in place of a result. */
export function withToldOutput(
  metadata: ProviderOptions | undefined,
  modelOutput: ToolResultOutput,
): ProviderOptions {
  return { ...metadata, mastra: { ...metadata?.mastra, modelOutput } };
}

function toOutcome({ toolCallId, output }: PromptToolResultPart): Partial<StoredToolInvocation> {
  switch (output.type) {
    case 'text':
    case 'json':
    case 'content':
      return { state: 'result', result: output.value };
    case 'error-text':
      return { state: 'output-error', errorText: output.value };
    case 'error-json':
      return { state: 'result', isError: true, result: output.value };
    case 'execution-denied': {
      const { reason } = output;
      const approval = { id: toolCallId, approved: false, ...(reason !== undefined && { reason }) };
      return { state: 'output-denied', approval };
    }
    default:
      return output satisfies never;
  }
}

function dataOf({ data }: PromptFilePart): { readonly data: string } | { readonly url: string } {
  if (data instanceof URL) return { url: data.href };
  return { data: typeof data === 'string' ? data : toBase64(data) };
}

const metadataOf = ({ providerOptions }: PromptTextPart | Part) =>
  providerOptions === undefined ? {} : { providerMetadata: providerOptions };
