import { askModelOutput, CallJob, finishCall, limitShown } from '../calls/index.ts';
import { ToolCall } from '../journal/index.ts';
import {
  cutOutput,
  type PromptMessage,
  type PromptToolCallPart,
  type PromptToolMessage,
  type PromptToolResultPart,
  type ToolResultOutput,
} from '../messages/index.ts';
import type { ToolEntry } from '../tools/index.ts';
import { toOutcomeOutput } from './result-message.ts';
import type { Run } from './run.ts';

/**
 * Results of tools that the client ran come with the messages of the next request. Those that answer the last message
 * of the model end the line of their call: `afterToolCall` and `onOutput` hear of them. Of all of them the model is
 * told what `toModelOutput` gives, and no more than `maxResultChars`. Gives the prompt that tells it.
 */
export async function takeClientResults(
  run: Run,
  prompt: readonly PromptMessage[],
): Promise<readonly PromptMessage[]> {
  const asked = prompt.findLastIndex(({ role }) => role === 'assistant');
  const taken: PromptMessage[] = [];
  for (const [index, message] of prompt.entries()) {
    if (run.isAborted) return prompt;
    taken.push(
      message.role === 'tool'
        ? await takeMessage(run, message, index > asked, prompt[index - 1])
        : message,
    );
  }
  return taken;
}

async function takeMessage(
  run: Run,
  message: PromptToolMessage,
  isNew: boolean,
  before: PromptMessage | undefined,
): Promise<PromptToolMessage> {
  const content: PromptToolResultPart[] = [];
  for (const part of message.content) {
    if (run.isAborted) break;
    const entry = run.config.allTools.resolve(part.toolName);
    const call = callOf(part.toolCallId, before);
    content.push(
      entry?.onClient && call !== undefined ? await takePart(run, entry, call, part, isNew) : part,
    );
  }
  return { ...message, content };
}

function callOf(id: string, before: PromptMessage | undefined): PromptToolCallPart | undefined {
  if (before?.role !== 'assistant') return undefined;
  return before.content.find(
    (part): part is PromptToolCallPart => part.type === 'tool-call' && part.toolCallId === id,
  );
}

async function takePart(
  run: Run,
  entry: ToolEntry,
  { toolCallId, input }: PromptToolCallPart,
  part: PromptToolResultPart,
  isNew: boolean,
): Promise<PromptToolResultPart> {
  const given = valueIn(part.output);
  if (given === undefined) return { ...part, output: cutContent(part.output, entry) };
  const call = new ToolCall({
    id: toolCallId,
    step: 0,
    toolName: entry.key,
    modelName: entry.modelName,
    text: JSON.stringify(input),
    args: input,
  });
  call.input = input;
  const job = new CallJob(call, run.config.allTools, run);
  const outcome = await (isNew
    ? finishCall(job, { type: 'result', value: given.value }, undefined)
    : askModelOutput(job, given.value));
  return { ...part, output: toOutcomeOutput(limitShown(job, outcome)) };
}

/** A form that the client made for the model is no longer than the tool lets a model read; errors are not cut. */
function cutContent(output: ToolResultOutput, { parts }: ToolEntry): ToolResultOutput {
  const most = parts.limits?.maxResultChars;
  return output.type !== 'content' || most === undefined ? output : cutOutput(output, most);
}

/** What the client gave; nothing where the call failed, or where the client made the form for the model itself. */
function valueIn(output: ToolResultOutput): { readonly value: unknown } | undefined {
  return output.type === 'text' || output.type === 'json' ? { value: output.value } : undefined;
}
