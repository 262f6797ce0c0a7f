import type { Json } from '../base/json.ts';
import { toJsonSafe } from '../base/json-safe.ts';
import { parseArguments } from '../base/parse-json.ts';
import { toWellFormed } from '../base/well-formed.ts';
import { type Fields, isFields } from './fields.ts';
import type {
  PromptToolCallPart,
  PromptToolResultPart,
  ProviderOptions,
  ToolResultOutput,
} from './prompt.ts';
import {
  readModelOutput,
  readOrigin,
  withOrigin,
  withProviderOptions,
} from './provider-options.ts';
import { withRaw } from './raw-result.ts';
import { readToolOutput, toDeniedOutput, toErrorOutput, toToolOutput } from './tool-output.ts';

/** Gives the name that the model knows a tool by. */
export type ToModelName = (toolName: string) => string;

/** A call as some message form holds it. */
export interface CallSource {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly providerExecuted: boolean;
  readonly metadata: unknown;
}

export function toCallPart(call: CallSource): PromptToolCallPart {
  return {
    type: 'tool-call',
    toolCallId: toWellFormed(call.toolCallId),
    toolName: call.toolName,
    input: toJsonSafe(call.input ?? {}),
    ...(call.providerExecuted && { providerExecuted: true }),
    ...(call.providerExecuted
      ? withProviderOptionsAndOrigin(call.metadata)
      : withProviderOptions(call.metadata)),
  };
}

/** Who ran a call decides how a model can be shown it; the name is taken off before a provider sees it. */
function withProviderOptionsAndOrigin(metadata: unknown): { providerOptions?: ProviderOptions } {
  const told = withProviderOptions(metadata);
  const origin = readOrigin(metadata);
  if (origin === undefined) return told;
  return { providerOptions: withOrigin(told.providerOptions, origin) };
}

/**
 * Arguments in the form that every provider takes back: an object. A text that is no object in disguise stays what it
 * is, since some tools take free text; whatever else a model wrote is left out.
 */
export function toCallInput(input: unknown): Json {
  const safe = toJsonSafe(input);
  if (isFields(safe)) return safe;
  if (typeof safe !== 'string') return {};
  const parsed = safe.trim() === '' ? undefined : parseArguments(safe);
  return isFields(parsed) ? toJsonSafe(parsed) : safe;
}

export function toResultPart(
  call: Pick<CallSource, 'toolCallId' | 'toolName' | 'metadata'>,
  output: ToolResultOutput,
): PromptToolResultPart {
  return {
    type: 'tool-result',
    toolCallId: toWellFormed(call.toolCallId),
    toolName: call.toolName,
    output,
    ...withProviderOptions(call.metadata),
  };
}

/** How a call ended, whichever form the message has. */
export type CallOutcome =
  | { readonly type: 'result'; readonly result: unknown }
  | { readonly type: 'output'; readonly output: unknown }
  | { readonly type: 'error'; readonly error: unknown }
  | { readonly type: 'denied'; readonly reason: unknown };

/**
 * What the model is told: the form made for it where `metadata` holds one, else the outcome itself. A provider that ran
 * the call wants its error back as it was, not told in words.
 */
export function toOutcomeOutput(
  outcome: CallOutcome,
  metadata: unknown,
  providerExecuted = false,
): ToolResultOutput {
  const modelOutput = readModelOutput(metadata);
  if (modelOutput !== undefined) return withRawOf(outcome, readToolOutput(modelOutput));
  switch (outcome.type) {
    case 'result':
      return toToolOutput(toJsonSafe(outcome.result));
    case 'output':
      return readToolOutput(outcome.output);
    case 'error':
      return providerExecuted
        ? { type: 'error-json', value: toJsonSafe(outcome.error ?? 'The tool failed.') }
        : toErrorOutput(describeError(outcome.error));
    case 'denied':
      return withRaw(toDeniedOutput(toWellFormed(text(outcome.reason))), { type: 'denied' });
  }
}

function withRawOf(outcome: CallOutcome, made: ToolResultOutput): ToolResultOutput {
  if (outcome.type === 'result') {
    return withRaw(made, { type: 'result', value: toJsonSafe(outcome.result) });
  }
  if (outcome.type !== 'output') return made;
  const raw = readToolOutput(outcome.output);
  const isResult = raw.type === 'text' || raw.type === 'json';
  return isResult ? withRaw(made, { type: 'result', value: raw.value }) : made;
}

/** Error texts are texts in every specification; some stores kept the whole error object. */
function describeError(error: unknown): string {
  const safe = toJsonSafe(error);
  if (typeof safe === 'string') return safe === '' ? 'The tool failed.' : safe;
  if (safe === null) return 'The tool failed.';
  return text((safe as Fields).message) || JSON.stringify(safe);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
