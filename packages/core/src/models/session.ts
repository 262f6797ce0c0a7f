import type { PromptMessage } from '../messages/index.ts';
import type { ModelAnswer, ModelStream } from './answer.ts';
import type { LanguageModel, ModelRequest } from './model.ts';
import { toV2Message, toV2Tool, toV3Message, toV4Message } from './spec/index.ts';

/**
 * One model within one run. It turns the prompt into the model's own version of the specification, each message once:
 * the prompt only grows, so the cost of a step does not depend on how many went before.
 */
export interface ModelSession {
  readonly provider: string;
  readonly modelId: string;
  /** `undefined` for a model that can only stream. */
  readonly generate: ((request: ModelRequest) => PromiseLike<ModelAnswer>) | undefined;
  readonly stream: ((request: ModelRequest) => PromiseLike<ModelStream>) | undefined;
}

interface SpecCalls {
  doGenerate?: (options: object) => PromiseLike<ModelAnswer>;
  doStream?: (options: object) => PromiseLike<ModelStream>;
}

export function openSession(model: LanguageModel): ModelSession {
  const calls = model as unknown as SpecCalls;
  const toOptions = optionsFor(model);
  return {
    provider: model.provider,
    modelId: model.modelId,
    generate:
      typeof calls.doGenerate === 'function'
        ? (request) =>
            (calls.doGenerate as NonNullable<SpecCalls['doGenerate']>).call(
              model,
              toOptions(request),
            )
        : undefined,
    stream:
      typeof calls.doStream === 'function'
        ? (request) =>
            (calls.doStream as NonNullable<SpecCalls['doStream']>).call(model, toOptions(request))
        : undefined,
  };
}

/** Recorders and middleware keep the prompt they were given, so each call gets an array of its own. */
function optionsFor(model: LanguageModel): (request: ModelRequest) => object {
  const convert = growing(converterFor(model));
  if (model.specificationVersion !== 'v2') {
    return (request) => ({ ...request, prompt: convert(request.prompt) });
  }
  return (request) => ({
    ...request,
    prompt: convert(request.prompt),
    ...(request.tools !== undefined && { tools: toV2Tools(request.tools) }),
  });
}

function converterFor({ specificationVersion, provider }: LanguageModel): Convert {
  if (specificationVersion === 'v2') return toV2Message;
  if (specificationVersion === 'v3') return toV3Message;
  return (message) => toV4Message(message, { provider });
}

type Convert = (message: PromptMessage) => object;

/**
 * Converts a prompt that only grows. Another array than the last time is looked through, and what follows the first
 * message that differs is converted anew.
 */
function growing(convert: Convert): (prompt: readonly PromptMessage[]) => object[] {
  let known: readonly PromptMessage[] = [];
  let seen: PromptMessage[] = [];
  let converted: object[] = [];
  return (prompt) => {
    const kept = prompt === known ? converted.length : countShared(seen, prompt);
    if (kept < converted.length) {
      seen = seen.slice(0, kept);
      converted = converted.slice(0, kept);
    }
    for (let index = kept; index < prompt.length; index++) {
      const message = prompt[index] as PromptMessage;
      seen.push(message);
      converted.push(convert(message));
    }
    known = prompt;
    return converted.slice();
  };
}

/** With how many of the same messages both begin. */
function countShared(a: readonly PromptMessage[], b: readonly PromptMessage[]): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a[count] === b[count]) count++;
  return count;
}

const v2Tools = new WeakMap<readonly object[], readonly object[]>();

function toV2Tools(tools: readonly object[]): readonly object[] {
  let converted = v2Tools.get(tools);
  if (converted === undefined) {
    converted = tools.map((tool) => toV2Tool(tool as Parameters<typeof toV2Tool>[0]));
    v2Tools.set(tools, converted);
  }
  return converted;
}
