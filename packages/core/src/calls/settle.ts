import { toError } from '../base/errors.ts';
import { type PayloadTransforms, toChunkMetadata } from '../base/payload-transform.ts';
import { afterwards, type MaybePromise } from '../base/promise.ts';
import { type CallOutcome, type ToolCall, withModelOutput } from '../journal/index.ts';
import { saveOutput, type ToolResultOutput } from '../messages/index.ts';
import { notify } from './callback.ts';
import type { NotRun } from './execute-call.ts';
import type { CallJob } from './job.ts';
import { limitShown } from './limit-shown.ts';
import type { CallScope } from './scope.ts';
import { closingWords, transformOutcome, wantsTransform } from './transform.ts';

/**
 * Last stages: what people are shown is asked for, the outcome is recorded, then announced. What comes after the end of
 * the run is dropped. Gives a promise only where a transform does.
 */
export function settle(job: CallJob, given: CallOutcome): MaybePromise<void> {
  const { call, scope, shownTool } = job;
  if (scope.isOver || call.outcome !== undefined) return undefined;
  const outcome = limitShown(job, given);
  if (!wantsTransform(shownTool, scope)) return conclude(job, outcome, undefined);
  return transformAndConclude(job, outcome);
}

function transformAndConclude(job: CallJob, outcome: CallOutcome): MaybePromise<void> {
  const { call, scope, shownTool } = job;
  return afterwards(transformOutcome(call, outcome, shownTool, scope), (transforms) => {
    scope.debugLog?.stage(call, 'its transform was asked what people see');
    conclude(job, outcome, transforms);
  });
}

/** Ends a call that did not run; `onToolRefused` hears of it when it was refused. */
export function settleNotRun(job: CallJob, verdict: NotRun): MaybePromise<void> {
  if ('answered' in verdict) return settle(job, verdict.answered);
  if (job.scope.isOver) return undefined;
  const error = toError(verdict.refused);
  const settling = settle(job, { type: 'error', error });
  tellRefused(job, error);
  return settling;
}

/** Ends a call together with its run, in words of our own. `isHeard`: the stream tells of it too. */
export function close(job: CallJob, error: Error, isHeard: boolean): void {
  const { call, scope, shownTool } = job;
  const outcome = { type: 'error', error } as const;
  const transforms = closingWords(error, shownTool, scope);
  if (isHeard) conclude(job, outcome, transforms);
  else record(call, outcome, transforms, scope);
}

function conclude(
  { call, scope }: CallJob,
  outcome: CallOutcome,
  transforms: PayloadTransforms | undefined,
): void {
  if (scope.isOver || call.outcome !== undefined) return;
  record(call, outcome, transforms, scope);
  if (scope.emit !== undefined) announce(call, outcome, scope);
}

function record(
  call: ToolCall,
  given: CallOutcome,
  transforms: PayloadTransforms | undefined,
  scope: CallScope,
): void {
  const { id } = call;
  const outcome = toRecord(given);
  scope.record(
    transforms === undefined
      ? { type: 'call-ended', id, outcome }
      : { type: 'call-ended', id, outcome, transforms },
  );
  scope.debugLog?.stage(
    call,
    given.type === 'result' ? 'ended with a result' : 'ended with an error',
    given.type === 'error' ? given.error : undefined,
  );
  scope.callSpans?.close(call, given);
}

/** What the model is told is made once, and kept. */
function toRecord(outcome: CallOutcome): CallOutcome {
  if (outcome.type !== 'result' || outcome.modelOutput === undefined) return outcome;
  const { value, modelOutput } = outcome;
  return { ...outcome, modelOutput: saveOutput(modelOutput as ToolResultOutput, value) };
}

function announce(call: ToolCall, outcome: CallOutcome, scope: CallScope): void {
  const named = {
    toolCallId: call.id,
    toolName: call.toolName,
    ...(call.args !== undefined && { args: call.args }),
    ...(call.dynamic !== undefined && { dynamic: call.dynamic }),
  };
  const metadata = toChunkMetadata(call.transforms);
  if (outcome.type === 'result') {
    const payload = { ...named, result: outcome.value, ...withModelOutput(outcome) };
    scope.emit?.('tool-result', payload, 'AGENT', metadata);
  } else {
    scope.emit?.('tool-error', { ...named, error: outcome.error }, 'AGENT', metadata);
  }
}

function tellRefused({ call, scope, metadata }: CallJob, error: Error): void {
  const { hooks } = scope;
  if (hooks.onToolRefused === undefined) return;
  void notify('onToolRefused', scope.logger, () =>
    hooks.onToolRefused?.({ toolName: call.toolName, toolCallId: call.id, error, metadata }),
  );
}
