import { copyData, makeWhole, type PromptMessage, toPrompt } from '../../messages/index.ts';
import type { ModelAnswer, ModelNames, ModelRequest } from '../../models/index.ts';
import type { ProcessLLMRequestResult, Processor } from '../../processors/index.ts';
import type { Run } from '../run.ts';
import { kindOf, resultInvalid } from './failures.ts';
import { lateFields, type StepsSoFar, stepsSoFar } from './late-fields.ts';
import type { RunProcessors } from './run-processors.ts';

const hook = 'processLLMRequest';

/** What a model is to be asked, or what it is taken to have answered. */
export interface ProcessedRequest {
  readonly request: ModelRequest;
  readonly answer: ModelAnswer | undefined;
}

/**
 * Shows the prompt of one model call to the processors, one after the other, until one gives an answer. What they make of
 * it is sent in this call and kept nowhere; every call in it keeps its result.
 */
export async function processRequest(
  run: Run,
  processors: RunProcessors,
  having: readonly Processor[],
  request: ModelRequest,
  model: ModelNames,
): Promise<ProcessedRequest> {
  let { prompt } = request;
  for (const processor of having) {
    const own = argsOf(processors, prompt, model);
    const given = await run.untilStopped(processors.call(processor, hook, own));
    if (run.isAborted) break;
    if (given === undefined || given === null) continue;
    const result = read(given, processor);
    if (result.response !== undefined) {
      return { request, answer: copyData(readAnswer(result.response, processor)) };
    }
    if (result.prompt !== undefined) prompt = readPrompt(result.prompt, processor);
  }
  return {
    request: prompt === request.prompt ? request : { ...request, prompt },
    answer: undefined,
  };
}

function argsOf(
  processors: RunProcessors,
  prompt: readonly PromptMessage[],
  { provider, modelId }: ModelNames,
): object {
  const { stepNumber, stepCount } = processors;
  const own = { model: { provider, modelId }, stepNumber };
  return addRequest(own, { processors, stepCount, prompt });
}

const addRequest = lateFields<StepsSoFar & { readonly prompt: readonly PromptMessage[] }>({
  prompt: ({ prompt }) => copyData([...prompt]),
  steps: stepsSoFar,
  messageList: ({ processors }) => processors.messageList,
});

function read(given: unknown, processor: Processor): ProcessLLMRequestResult {
  const { prompt, response } = given as ProcessLLMRequestResult;
  if (typeof given === 'object' && !Array.isArray(given)) {
    if ((prompt === undefined) !== (response === undefined)) return { prompt, response } as never;
  }
  throw resultInvalid(
    processor,
    hook,
    `must give nothing, { prompt } or { response }, but gave ${kindOf(given)}${
      prompt !== undefined && response !== undefined ? ' with both' : ''
    }.`,
  );
}

function readPrompt(given: unknown, processor: Processor): readonly PromptMessage[] {
  if (!Array.isArray(given)) {
    throw resultInvalid(processor, hook, `must give prompt as a list, but gave ${kindOf(given)}.`);
  }
  try {
    return makeWhole(toPrompt(given));
  } catch (cause) {
    const problem = `gave a prompt that cannot be read: ${(cause as Error).message}`;
    throw resultInvalid(processor, hook, problem, cause);
  }
}

function readAnswer(given: unknown, processor: Processor): ModelAnswer {
  if (Array.isArray((given as { content?: unknown } | null)?.content)) return given as ModelAnswer;
  const problem =
    'must give a response with a list as its `content`, as doGenerate of a model does.';
  throw resultInvalid(processor, hook, problem);
}
