import {
  hasTransformedToolPayload,
  joinTransforms,
  type PayloadTransforms,
  shownPayload,
  type TransformPhase,
} from '../base/payload-transform.ts';
import { afterwards, isPromiseLike, type MaybePromise } from '../base/promise.ts';
import type { CallOutcome, ToolCall } from '../journal/index.ts';
import {
  type AnyTool,
  isSpokenFor,
  nothingShown,
  type RawPayload,
  type TransformSource,
  toOwnWords,
  transformPayload,
} from '../tools/index.ts';
import type { CallScope } from './scope.ts';

type Scope = Pick<CallScope, 'transform' | 'logger'>;

/** Whether anybody asked for a transform of this call: two comparisons. */
export function wantsTransform(tool: AnyTool | undefined, { transform }: Scope): boolean {
  return transform !== undefined || tool?.transform !== undefined;
}

/** Asks what people are shown in place of the arguments of a call, and keeps it with the call. */
export function transformInput(
  call: ToolCall,
  tool: AnyTool | undefined,
  scope: Scope,
): MaybePromise<void> {
  const source = sourceOf(tool, scope);
  if (source === undefined) return undefined;
  const given = transformPayload(source, 'input-available', toRaw(call));
  const keep = (transforms: PayloadTransforms | undefined): void => {
    call.transforms = joinTransforms(call.transforms, transforms);
  };
  // a run that is stopped before it is given shows nothing
  if (isPromiseLike(given)) keep(nothingShown(source, 'input-available'));
  return afterwards(given, keep);
}

/** The same for a piece of the argument text. Only display has such pieces. */
export function transformDelta(
  {
    toolName,
    toolCallId,
    argsTextDelta,
  }: { readonly toolName: string; readonly toolCallId: string; readonly argsTextDelta: string },
  tool: AnyTool | undefined,
  scope: Scope,
): MaybePromise<PayloadTransforms | undefined> {
  const source = sourceOf(tool, scope);
  if (source === undefined) return undefined;
  const raw = { toolName, toolCallId, inputTextDelta: argsTextDelta };
  return transformPayload(source, 'input-delta', raw, ['display']);
}

/** The same for how a call ended; what it gives is recorded with the outcome. */
export function transformOutcome(
  call: ToolCall,
  outcome: CallOutcome,
  tool: AnyTool | undefined,
  scope: Scope,
): MaybePromise<PayloadTransforms | undefined> {
  const source = sourceOf(tool, scope);
  if (source === undefined) return undefined;
  const raw = toRaw(call);
  return outcome.type === 'result'
    ? transformPayload(source, 'output-available', { ...raw, output: outcome.value })
    : transformPayload(source, 'error', { ...raw, error: outcome.error });
}

/** For a call that the run itself ends: these words are ours, and no transform is waited for. */
export function closingWords(
  { message }: Error,
  tool: AnyTool | undefined,
  scope: Scope,
): PayloadTransforms | undefined {
  const source = sourceOf(tool, scope);
  return source && toOwnWords(source, message);
}

/** Whether a transform says what those who read a call later are shown of it. */
export function hasTranscript(tool: AnyTool | undefined, scope: Scope): boolean {
  const source = sourceOf(tool, scope);
  return source !== undefined && isSpokenFor(source, 'transcript');
}

/** What is kept of a payload for those who read it later; `undefined` where nothing of it may be. */
export function transcriptOf(
  call: Pick<ToolCall, 'transforms'> | undefined,
  phase: TransformPhase,
  raw: unknown,
  tool: AnyTool | undefined,
  scope: Scope,
): { readonly value: unknown } | undefined {
  const shown = shownPayload(call?.transforms, 'transcript', phase);
  if (shown === undefined) return hasTranscript(tool, scope) ? undefined : { value: raw };
  return hasTransformedToolPayload(shown) ? { value: shown.transformed } : undefined;
}

function sourceOf(tool: AnyTool | undefined, scope: Scope): TransformSource | undefined {
  if (!wantsTransform(tool, scope)) return undefined;
  const { transform, logger } = scope;
  return { policy: transform, tool: tool?.transform, logger };
}

function toRaw({ id, toolName, args, input }: ToolCall): RawPayload {
  const given = input ?? args;
  return { toolName, toolCallId: id, ...(given !== undefined && { input: given }) };
}
