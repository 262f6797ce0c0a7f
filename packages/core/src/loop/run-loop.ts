import { toError } from '../base/errors.ts';
import { isCutOff, type StoppedBy } from '../base/finish-reason.ts';
import { isPromiseLike, type MaybePromise } from '../base/promise.ts';
import { notify } from '../calls/index.ts';
import type { ObjectResultChunk } from '../chunks/index.ts';
import type { ModelNames } from '../models/index.ts';
import { askModel, type Interrupted } from './ask-model.ts';
import { takeClientResults } from './client-results.ts';
import { finishPayload, stepFinishPayload } from './finish-payload.ts';
import type { FullOutput } from './full-output.ts';
import type { ObjectPlan } from './object-plan.ts';
import type { RunConfig, RunEnd } from './options.ts';
import { planStep } from './plan-step.ts';
import { processEnd } from './processing/process-end.ts';
import { processReply } from './processing/process-reply.ts';
import { retriesError, stopBy, takeProcessedSteps } from './processing/take-steps.ts';
import { noAnswer, noTokens, type ReadObject, readObject } from './read-object.ts';
import type { Run } from './run.ts';
import { closeOpenCalls, runCalls } from './run-calls.ts';
import type { Step } from './step.ts';
import type { StepPhase } from './step-plan.ts';
import { type StopCondition, type StoppableStep, toStoppableStep } from './stop-condition.ts';
import { structureAnswer } from './structure-answer.ts';
import { toFullOutput } from './to-full-output.ts';

/** Tells one run from its start to its end, however it ends. Never rejects: a failure is part of what it gives. */
export function runLoop(run: Run): Promise<FullOutput> {
  return run.trace === undefined ? tellRun(run) : run.trace.around(tellRun);
}

async function tellRun(run: Run): Promise<FullOutput> {
  const { config } = run;
  const { runId, agentId, messageId } = config;
  try {
    if (config.allTools.hasClientTools) run.input = await promptOf(run);
    run.record({ type: 'run-started', runId, agentId, messageId, prompt: run.input });
    run.emit?.('start', { id: agentId, messageId });
    let end = await stepsOf(run).catch((thrown: unknown) =>
      run.isAborted ? aborted(run) : failed(run, toError(thrown)),
    );
    if (run.wanted !== undefined) end = await withObject(run, run.wanted, end);
    const { processors } = run;
    if (processors !== undefined) {
      end = (await processEnd(run, processors, end)) ?? (await aborted(run));
    }
    run.stop();
    run.record({ type: 'run-ended', ...end });
    if (end.tripwire !== undefined) run.emitLast?.('tripwire', end.tripwire);
    else if (!run.hasFinished) run.emitLast?.('finish', finishPayload(run, end));
    const output = toFullOutput(run);
    const { onFinish } = config.callbacks;
    if (onFinish !== undefined) await tellEnd(run, 'onFinish', () => onFinish(output));
    return output;
  } finally {
    // even when the caller's logger throws, readers come to an end
    run.close();
  }
}

/** What the model is sent first, with results that the client brought made ready for it. */
async function promptOf(run: Run): Promise<RunConfig['prompt']> {
  const { prompt } = run.config;
  return (await run.untilStopped(takeClientResults(run, prompt))) ?? prompt;
}

function stepsOf(run: Run): Promise<RunEnd> {
  const { processors } = run;
  if (processors === undefined) return takeSteps(run);
  return takeProcessedSteps(run, processors, {
    take: () => takeSteps(run),
    finishRejected: () => finishRejected(run),
  });
}

/** Announces the end of the last step, which is taken again. */
function finishRejected(run: Run): MaybePromise<unknown> {
  return finishStep(run, run.state.steps.at(-1) as Step, true);
}

/** Goes on where it was when a step is taken again. */
async function takeSteps(run: Run): Promise<RunEnd> {
  const { state } = run;
  for (;;) {
    if (run.isAborted) return aborted(run);
    const { phase } = run;
    run.processors?.beginStep();
    const planning = planStep(run, phase);
    const plan = isPromiseLike(planning) ? await planning : planning;
    if (plan === undefined || run.isAborted) return aborted(run);
    run.wanted = plan.wanted;
    run.useTools(plan.toolSet);
    const answer = await askModel(run, plan);
    const { processors } = run;
    if ('interrupted' in answer) {
      if (processors === undefined || answer.interrupted !== 'failed') {
        return interrupted(run, answer);
      }
      if (await retriesError(run, processors, answer, () => finishRejected(run))) continue;
      return interrupted(run, run.isAborted ? { ...answer, interrupted: 'aborted' } : answer);
    }
    const reply = processors === undefined ? answer : await processReply(run, processors, answer);

    run.record({ type: 'model-replied', step: state.steps.length, reply });
    if (run.isAborted) return aborted(run);
    const step = state.steps[state.steps.length - 1] as Step;
    const running = runCalls(run, step, plan.toolSet);
    if (running !== undefined) await (processors?.stop.duringWork(running) ?? running);
    if (processors !== undefined) await run.untilStopped(processors.seen());
    if (run.isAborted) return aborted(run);

    const goesOn = phase === 'loop' && wantsToGoOn(step);
    const stopping = goesOn ? whatStops(run) : run.stoppedBy;
    const stoppedBy = isPromiseLike(stopping) ? await stopping : stopping;
    run.stoppedBy = stoppedBy;
    if (run.isAborted) return aborted(run);
    const next = goesOn ? afterCalls(run, stoppedBy) : afterAnswer(run, step, phase);
    const finishing = finishStep(run, step, next !== undefined);
    if (finishing !== undefined) await finishing;
    if (processors !== undefined) await run.untilStopped(processors.seen());
    if (next !== undefined) {
      run.phase = next;
      continue;
    }
    if (goesOn) warnOfStop(run, stoppedBy);
    return { finishReason: step.reply.finishReason, stoppedBy, error: undefined };
  }
}

/** What follows the results of calls; nothing where a limit has ended the run. */
function afterCalls(run: Run, stoppedBy: StoppedBy | undefined): StepPhase | undefined {
  if (stoppedBy === undefined) return 'loop';
  return run.config.finalAnswerStep && mayAnswer(run, stoppedBy) ? 'final-answer' : undefined;
}

/** An answer in words may still have to become a value: that step comes on top of `maxSteps`. */
function afterAnswer({ wanted, budget }: Run, step: Step, phase: StepPhase): StepPhase | undefined {
  if (wanted?.when !== 'last-step' || phase === 'object' || !isAnswer(step)) return undefined;
  return budget?.hasTokens === false ? undefined : 'object';
}

/** It ended by itself, with no calls of ours. */
const isAnswer = ({ reply }: Step): boolean =>
  !isCutOff(reply.finishReason) && reply.calls.every((call) => call.providerExecuted);

/** The value that was asked for; while a client still has calls to run there is none yet. */
async function withObject(run: Run, plan: ObjectPlan, end: RunEnd): Promise<RunEnd> {
  const last = run.state.steps.at(-1);
  if (end.error !== undefined || end.finishReason === 'aborted' || last === undefined) return end;
  if (last.open > 0 || end.tripwire !== undefined) return end;
  const { candidates } = plan;
  const isStructured = candidates !== undefined && !isCutOff(end.finishReason);
  const given = isStructured
    ? await structureAnswer(run, { plan, candidates, runLoop })
    : await run.untilStopped(objectIn(run, last, plan, end));
  if (given === undefined) return aborted(run);
  const { processors } = run;
  if ('tripwire' in given) {
    return processors === undefined ? end : stopBy(run, processors, given.tripwire);
  }
  if ('object' in given)
    return announceObject(run, end, given.object, isStructured ? byOther : undefined);
  switch (plan.errorStrategy) {
    case 'strict':
      return failed(run, given.error, isStructured ? undefined : last.reply.model);
    case 'warn':
      (plan.logger ?? run.logger).warn(`Agent "${run.agentId}": ${given.error.message}`);
      return end;
    case 'fallback':
      return {
        ...announceObject(run, end, plan.fallbackValue, { fallback: true }),
        usedFallbackValue: true,
      };
    default:
      return plan.errorStrategy satisfies never;
  }
}

/** The value in the last answer, or why there is none. */
function objectIn(
  { expected, config, budget }: Run,
  { reply }: Step,
  { schema, when }: ObjectPlan,
  { finishReason, stoppedBy }: RunEnd,
): MaybePromise<ReadObject> {
  const { text } = reply;
  const isCut = isCutOff(finishReason);
  if (expected === undefined && !isCut && when === 'last-step' && budget?.hasTokens === false) {
    return noTokens(budget.tokens);
  }
  // without tools of the run there was nothing to stop: the model called what is not there
  const isStopped = stoppedBy !== undefined && text.trim() === '' && config.allTools.size > 0;
  if (expected === undefined || isStopped) return noAnswer(isCut, stoppedBy ?? finishReason);
  return readObject({ text, isCut, format: expected.format }, schema);
}

const byOther = { from: 'structured-output' } as const;

function announceObject(
  run: Run,
  end: RunEnd,
  object: unknown,
  metadata: ObjectResultChunk['metadata'],
): RunEnd {
  const { runId } = run;
  run.emitCustom({
    type: 'object-result',
    runId,
    from: 'AGENT',
    object,
    ...(metadata !== undefined && { metadata }),
  });
  return { ...end, object };
}

/** A step goes on to the next when the model called tools of ours and all of them have an outcome. */
function wantsToGoOn({ reply, open }: Step): boolean {
  if (open > 0 || isCutOff(reply.finishReason)) return false;
  return reply.calls.some((call) => !call.providerExecuted);
}

function whatStops(run: Run): MaybePromise<StoppedBy | undefined> {
  return run.config.stopWhen.length === 0 ? limitReached(run) : askConditions(run);
}

async function askConditions(run: Run): Promise<StoppedBy | undefined> {
  const { config, state, runId } = run;
  const steps = state.steps.map((step) => toStoppableStep(step.view(runId)));
  if (await run.untilStopped(anyHolds(config.stopWhen, steps))) return 'stop-when';
  return limitReached(run);
}

/** A limit on steps or calls of tools leaves room for an answer with what there is. */
function mayAnswer({ budget }: Run, stoppedBy: StoppedBy | undefined): boolean {
  if (stoppedBy !== 'max-steps' && stoppedBy !== 'budget') return false;
  return budget === undefined || budget.hasTokens;
}

function limitReached({ config, state, budget }: Run): StoppedBy | undefined {
  if (budget?.isSpent) return 'budget';
  const { maxSteps, safetyLimit } = config;
  const count = state.steps.length - state.rejected;
  if (maxSteps === undefined) return count >= safetyLimit ? 'safety-limit' : undefined;
  return count >= maxSteps ? 'max-steps' : undefined;
}

async function anyHolds(
  conditions: readonly StopCondition[],
  steps: readonly StoppableStep[],
): Promise<boolean> {
  for (const condition of conditions) if (await condition({ steps })) return true;
  return false;
}

function warnOfStop(run: Run, stoppedBy: StoppedBy | undefined): void {
  const count = run.state.steps.length;
  const { budget } = run;
  if (stoppedBy === 'budget' && budget !== undefined) {
    const what = budget.hasTokens ? `${budget.calls} tool calls` : `${budget.tokens} tokens`;
    run.logger.warn(
      `Agent "${run.agentId}" was stopped after ${count} steps: it has used up its budget (${what}).`,
    );
  } else if (stoppedBy === 'max-steps') {
    run.logger.warn(
      `Agent "${run.agentId}" was stopped after ${count} steps (maxSteps) while it still called tools. Raise maxSteps, or set finalAnswerStep to let it answer with what it has.`,
    );
  } else if (stoppedBy === 'safety-limit') {
    run.logger.warn(
      `Agent "${run.agentId}" was stopped after ${count} steps: its stopWhen never ended it (safetyLimit).`,
    );
  }
}

function finishStep(run: Run, step: Step, isContinued: boolean): MaybePromise<unknown> {
  run.emit?.('step-finish', stepFinishPayload(run, step, isContinued));
  const { onStepFinish } = run.config.callbacks;
  if (onStepFinish === undefined) return undefined;
  const { runId } = run;
  const told = notify('onStepFinish', run.logger, () =>
    onStepFinish({ ...step.view(runId), runId }),
  );
  return told === undefined ? undefined : run.untilStopped(told as PromiseLike<void>);
}

/** The model was stopped in the middle, or failed. What it had said until then is kept. */
async function interrupted(
  run: Run,
  { interrupted: why, error, tripwire, partial, model }: Interrupted,
): Promise<RunEnd> {
  if (partial !== undefined) {
    run.record({ type: 'model-replied', step: run.state.steps.length, reply: partial });
    if (why !== 'stopped') closeOpenCalls(run, why);
  }
  if (tripwire !== undefined) throw tripwire;
  if (why === 'aborted') return aborted(run);
  return failed(run, error ?? new Error('The model failed.'), model, partial !== undefined);
}

async function aborted(run: Run): Promise<RunEnd> {
  closeOpenCalls(run, 'aborted');
  run.stop();
  const { onAbort } = run.config.callbacks;
  if (onAbort !== undefined) {
    const { steps, text } = toFullOutput(run);
    await tellEnd(run, 'onAbort', () => onAbort({ steps, text }));
  }
  run.emitLast?.('abort', {});
  return { finishReason: 'aborted', stoppedBy: undefined, error: undefined };
}

async function failed(
  run: Run,
  error: Error,
  model?: ModelNames,
  isStepKept = false,
): Promise<RunEnd> {
  closeOpenCalls(run, 'failed');
  await run.untilStopped(run.processors?.output?.settled());
  run.stop();
  run.emitLast?.('error', { error });
  const { onError } = run.config.callbacks;
  if (onError !== undefined) await tellEnd(run, 'onError', () => onError({ error }));
  else if (run.config.mode === 'stream') logFailure(run, error, model);
  const step = run.state.steps.at(-1);
  if (isStepKept && step !== undefined) {
    run.emitLast?.('step-finish', stepFinishPayload(run, step, false));
  }
  return { finishReason: 'error', stoppedBy: undefined, error };
}

/** Only where nobody has to take notice: `generate` rejects, and `onError` was told. */
function logFailure({ agentId, runId, logger }: Run, error: Error, model?: ModelNames): void {
  const by = model === undefined ? '' : ` at model ${model.provider}/${model.modelId}`;
  logger.error(`Run of agent "${agentId}" failed${by}: ${error.name}: ${error.message}`, {
    runId,
    agentId,
    ...model,
  });
}

async function tellEnd(run: Run, name: string, callback: () => unknown): Promise<void> {
  const told = notify(name, run.logger, callback);
  if (told !== undefined) await run.untilGivenUp(told as PromiseLike<void>);
}
