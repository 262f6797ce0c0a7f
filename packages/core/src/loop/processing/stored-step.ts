import type { ToolCall } from '../../journal/index.ts';
import {
  isSameData,
  type PromptMessage,
  type StoredPart,
  type StoredToolPart,
  type ToolResultOutput,
  toStoredParts,
  toToolOutput,
  withToldOutput,
} from '../../messages/index.ts';
import { toOutcomeOutput } from '../result-message.ts';
import type { Step } from '../step.ts';

/** A step, as far as the conversation tells of it. */
export interface StepWords extends Pick<Step, 'assistant' | 'results'> {
  readonly reply: Pick<Step['reply'], 'calls'>;
}

/** What a step that is through has said: as the model is told it, and as threads keep it, with the raw results. */
export function toStoredStep({ assistant, results, reply }: StepWords): {
  readonly prompt: readonly PromptMessage[];
  readonly parts: readonly StoredPart[];
} {
  const prompt = [assistant, results].filter(
    (message) => message !== undefined && message.content.length > 0,
  ) as PromptMessage[];
  const calls = new Map(reply.calls.map((call) => [call.id, call]));
  const parts = toStoredParts(prompt, (name) => name).map((part) => {
    const call =
      part.type === 'tool-invocation' ? calls.get(part.toolInvocation.toolCallId) : undefined;
    return call === undefined ? part : withRawValues(part as StoredToolPart, call);
  });
  return { prompt, parts };
}

function withRawValues(part: StoredToolPart, call: ToolCall): StoredToolPart {
  const { toolName, args = call.written ?? {}, outcome, title } = call;
  const named = { toolName, args, ...(title !== undefined && { title }) };
  const toolInvocation = { ...part.toolInvocation, ...named };
  if (outcome?.type !== 'result' || call.providerExecuted) return { ...part, toolInvocation };
  const { value: result } = outcome;
  const told = toOutcomeOutput(outcome);
  return {
    ...part,
    toolInvocation: { ...toolInvocation, state: 'result', result },
    ...(isOther(told, result) && { providerMetadata: withToldOutput(part.providerMetadata, told) }),
  };
}

/** The model is told something else than the result itself. */
const isOther = (told: ToolResultOutput, result: unknown): boolean =>
  !isSameData(told, toToolOutput(result as never));
