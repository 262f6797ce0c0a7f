import {
  askAfterHook,
  askModelOutput,
  askProcessors,
  CallJob,
  executionFailed,
  finishCall,
  handOn,
  handOnSeen,
  limitShown,
  tellOutput,
} from '../calls/index.ts';
import { type CallOutcome, ToolCall } from '../journal/index.ts';
import {
  cutOutput,
  isSameData,
  type PromptMessage,
  type PromptToolCallPart,
  type PromptToolMessage,
  type PromptToolResultPart,
  rawOf,
  type ToolResultOutput,
} from '../messages/index.ts';
import type { ToolEntry } from '../tools/index.ts';
import { toOutcomeOutput } from './result-message.ts';
import type { Run } from './run.ts';

/**
 * Results of tools that the client ran come with the messages of the next request. Those that answer the last message
 * of the model end the line of their call: `afterToolCall`, processors and `onOutput` hear of them. Of all of them the model is
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
  const taken = { ...message, content };
  for (const part of message.content) {
    if (run.isAborted) break;
    const entry = run.config.allTools.resolve(part.toolName);
    const call = callOf(part.toolCallId, before);
    content.push(
      entry?.onClient && call !== undefined ? await takePart(run, entry, call, part, isNew) : part,
    );
  }
  // what was kept of the message before it tells of the results as they came
  const mayDiffer = run.processResult !== undefined || run.hooks.afterToolCall !== undefined;
  if (mayDiffer) run.config.processors?.origins.set(taken, {});
  return taken;
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
  const given = broughtBy(part.output);
  if (given === undefined) return part;
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
  const outcome = given.isForModel
    ? await takeForm(job, given, isNew)
    : await (isNew
        ? finishCall(job, { type: 'result', value: given.value }, undefined)
        : askModelOutput(job, given.value));
  const output =
    outcome === undefined ? cutForm(part.output, entry) : toOutcomeOutput(limitShown(job, outcome));
  return { ...part, output };
}

/** What the client brought. `isForModel`: it told the model itself, so that the tool is not asked for another form. */
type Brought =
  | { readonly value: unknown; readonly isForModel: boolean }
  | { readonly failure: string; readonly isForModel: true };

/** Nothing where the call did not run. */
function broughtBy(output: ToolResultOutput): Brought | undefined {
  const raw = rawOf(output);
  if (raw !== undefined) {
    return raw.type === 'denied' ? undefined : { value: raw.value, isForModel: true };
  }
  switch (output.type) {
    case 'text':
    case 'json':
      return { value: output.value, isForModel: false };
    case 'content':
      return { value: output.value, isForModel: true };
    case 'error-text':
      return { failure: output.value, isForModel: true };
    case 'error-json':
      return { failure: JSON.stringify(output.value), isForModel: true };
    default:
      return undefined;
  }
}

/** Gives nothing where the form of the client stands, since no hook put another result in its place. */
async function takeForm(
  job: CallJob,
  brought: Brought,
  isNew: boolean,
): Promise<CallOutcome | undefined> {
  if (!isNew) return undefined;
  const given: CallOutcome =
    'value' in brought
      ? { type: 'result', value: brought.value }
      : { type: 'error', error: executionFailed(job.call, new Error(brought.failure)) };
  const outcome = await askAfterHook(job, given, undefined);
  if (outcome !== given) return handOn(job, outcome);
  if (given.type === 'error') return undefined;
  const seen = await askProcessors(job, given.value);
  if (seen === undefined) return undefined;
  if (!isSameData(seen.value, given.value)) return handOnSeen(job, seen.value);
  await tellOutput(job, given.value);
  return undefined;
}

/** A form that the client made is no longer than the tool lets a model read; errors are not cut. */
function cutForm(output: ToolResultOutput, { parts }: ToolEntry): ToolResultOutput {
  const most = parts.limits?.maxResultChars;
  const isError = output.type === 'error-text' || output.type === 'error-json';
  return isError || most === undefined ? output : cutOutput(output, most);
}
