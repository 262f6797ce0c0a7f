import type { CallOutcome, ModelReply, ReplyProviderResult, ToolCall } from '../journal/index.ts';
import {
  cutOutput,
  type Json,
  type PromptToolMessage,
  type PromptToolResultPart,
  type ToolResultOutput,
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
function toResultPart({ id, modelName, outcome }: ToolCall): PromptToolResultPart {
  return {
    type: 'tool-result',
    toolCallId: id,
    toolName: modelName,
    output: outcome === undefined ? toErrorOutput('No result.') : toOutcomeOutput(outcome),
  };
}

/**
 * How a call ended as a model is told it: in the form that its tool made, where it made one, and no more of it than
 * the tool lets a model read.
 */
export function toOutcomeOutput(outcome: CallOutcome): ToolResultOutput {
  if (outcome.type === 'error') return toErrorOutput(wordsOf(outcome.error));
  const made = outcome.modelOutput as ToolResultOutput | undefined;
  const output = made ?? toToolOutput(outcome.value as Json);
  const { maxShownChars } = outcome;
  return maxShownChars === undefined ? output : cutOutput(output, maxShownChars);
}

/** The result of a call that the provider ran, which it wants back as it sent it. */
export function toProviderResultPart(part: ReplyProviderResult): PromptToolResultPart {
  const { call, providerMetadata } = part;
  const value = part.value as Json;
  return {
    type: 'tool-result',
    toolCallId: call.id,
    toolName: call.modelName,
    output: call.outcome?.type === 'error' ? { type: 'error-json', value } : toToolOutput(value),
    ...(providerMetadata !== undefined && { providerOptions: providerMetadata }),
  };
}

/** What was thrown need not have a message, and the message need not be a text. */
function wordsOf({ message, name }: Error): string {
  const words: unknown = message;
  if (typeof words === 'string' && words !== '') return toWellFormed(words);
  return `The call failed with ${String(name)}${words === '' ? '' : `: ${String(words)}`}.`;
}
