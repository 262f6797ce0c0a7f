import type { ModelReply, ProviderMetadata, ToolCall } from '../journal/index.ts';
import {
  type PromptToolMessage,
  type PromptToolResultPart,
  toErrorOutput,
  toToolOutput,
  toWellFormed,
} from '../messages/index.ts';

/**
 * The outcomes of a step's calls as one message, in the order of the calls; those that the provider ran stand in its
 * own message. `undefined` when there is none yet.
 */
export function toResultMessage({ calls }: ModelReply): PromptToolMessage | undefined {
  const content: PromptToolResultPart[] = [];
  for (const call of calls) {
    if (!call.providerExecuted && call.outcome !== undefined) content.push(toResultPart(call));
  }
  return content.length === 0 ? undefined : { role: 'tool', content };
}

/** The outcome of one call as a model is told it. */
export function toResultPart(
  call: ToolCall,
  providerMetadata?: ProviderMetadata,
): PromptToolResultPart {
  const { outcome } = call;
  const part: PromptToolResultPart = {
    type: 'tool-result',
    toolCallId: call.id,
    toolName: call.modelName,
    output:
      outcome?.type === 'result'
        ? toToolOutput(outcome.value as Parameters<typeof toToolOutput>[0])
        : toErrorOutput(outcome === undefined ? 'No result.' : wordsOf(outcome.error)),
  };
  return providerMetadata === undefined ? part : { ...part, providerOptions: providerMetadata };
}

/** What was thrown need not have a message, and the message need not be a text. */
function wordsOf({ message, name }: Error): string {
  const words: unknown = message;
  if (typeof words === 'string' && words !== '') return toWellFormed(words);
  return `The call failed with ${String(name)}${words === '' ? '' : `: ${String(words)}`}.`;
}
