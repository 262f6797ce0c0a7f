import { toError } from '../base/errors.ts';
import { isPromiseLike, type MaybePromise } from '../base/promise.ts';
import type { CallOutcome } from '../journal/index.ts';
import { toOwnJson } from '../messages/index.ts';
import type { ToolEntry } from '../tools/index.ts';
import { askAfterHook } from './after-hook.ts';
import { checkApproval } from './approval.ts';
import { askProcessors } from './ask-processors.ts';
import { askBeforeHook } from './before-hook.ts';
import { checkBudget } from './budget.ts';
import { checkContext } from './check-context.ts';
import { checkOutput } from './check-output.ts';
import { executionFailed } from './execution-failed.ts';
import type { CallJob } from './job.ts';
import { askModelOutput } from './model-output.ts';
import { parseInput } from './parse-input.ts';
import { resolveTool } from './resolve-tool.ts';
import { runLimited } from './run-limited.ts';
import { tellInput, tellOutput } from './tell-callbacks.ts';

/** Why a call is not run: it was refused with an error, or a hook answered it. */
export type NotRun = { readonly refused: Error } | { readonly answered: CallOutcome };

/** A call that was begun while the model still spoke. */
export type EarlyCall = Promise<NotRun | CallOutcome | undefined>;

/**
 * The first half of the line, up to the moment before the tool runs. All calls of a step pass it before any of them
 * runs. Gives nothing when the call is to be run; a promise only where something has to be waited for. Never throws.
 */
export function admitCall(job: CallJob): MaybePromise<NotRun | undefined> {
  try {
    const unknown = resolveTool(job);
    if (unknown !== undefined) return { refused: unknown };
    const parsing = parseInput(job);
    const { tool, parts } = job.entry as ToolEntry;
    const isWaiting =
      isPromiseLike(parsing) ||
      tool.onInputAvailable !== undefined ||
      job.scope.hooks.beforeToolCall !== undefined ||
      parts.requestContext !== undefined;
    if (isWaiting) return passStages(job, parsing);
    const refused = parsing ?? checkBudget(job) ?? checkApproval(job);
    return refused === undefined ? undefined : { refused };
  } catch (thrown) {
    return { refused: toError(thrown) };
  }
}

/** The same line with the stages that have to be waited for. */
async function passStages(
  job: CallJob,
  parsing: MaybePromise<Error | undefined>,
): Promise<NotRun | undefined> {
  try {
    const { entry, scope } = job;
    const invalid = await parsing;
    if (invalid !== undefined) return { refused: invalid };

    if (entry?.tool.onInputAvailable !== undefined) await tellInput(job);

    const stopped = checkBudget(job) ?? checkApproval(job);
    if (stopped !== undefined) return { refused: stopped };

    if (scope.hooks.beforeToolCall !== undefined) {
      const verdict = await askBeforeHook(job);
      if (verdict !== undefined) return verdict;
    }
    const missing = await checkContext(job);
    return missing === undefined ? undefined : { refused: missing };
  } catch (thrown) {
    return { refused: toError(thrown) };
  }
}

/**
 * The second half: the tool runs, its output is checked, hooks and processors hear of it. Gives how it went, why the limits of the
 * tool did not let it run, or nothing when the run was over before the result was through. Never rejects.
 */
export async function performCall(job: CallJob): Promise<NotRun | CallOutcome | undefined> {
  const { call, scope } = job;
  if (scope.isOver || scope.abortSignal.aborted) return undefined;
  const { limits, run } = (job.entry as ToolEntry).parts;
  try {
    let outcome: CallOutcome;
    let thrown: Error | undefined;
    try {
      if (limits === undefined || run === undefined) {
        scope.record({ type: 'call-started', id: call.id, attempt: 1 });
        scope.debugLog?.stage(call, 'started, attempt 1');
        const value = await run?.(call.input, job.context);
        const checking = checkOutput(job, value);
        outcome = isPromiseLike(checking) ? await checking : checking;
      } else {
        const limited = await runLimited(job, limits, run);
        if (limited === undefined || !('type' in limited)) return limited;
        outcome = limited;
      }
    } catch (value) {
      thrown = toError(value);
      scope.debugLog?.stage(call, 'threw', thrown);
      outcome = { type: 'error', error: executionFailed(call, thrown) };
    }
    if (scope.isOver) return undefined;
    const finished = finishCall(job, outcome, thrown);
    return isPromiseLike(finished) ? await finished : finished;
  } catch (thrown) {
    return { type: 'error', error: toError(thrown) };
  }
}

/**
 * What comes after a tool has run, here or on a client. Gives a promise only where something has to be waited for, and
 * nothing where a processor stops the run.
 */
export function finishCall(
  job: CallJob,
  outcome: CallOutcome,
  thrown: Error | undefined,
): MaybePromise<CallOutcome | undefined> {
  const { entry, scope } = job;
  const isWaiting =
    scope.hooks.afterToolCall !== undefined ||
    entry?.tool.onOutput !== undefined ||
    scope.processResult !== undefined;
  if (isWaiting) return tellAndFinish(job, outcome, thrown);
  if (outcome.type === 'error') return outcome;
  const value = toOwnJson(outcome.value);
  return entry?.tool.toModelOutput === undefined
    ? { type: 'result', value }
    : askModelOutput(job, value);
}

async function tellAndFinish(
  job: CallJob,
  given: CallOutcome,
  thrown: Error | undefined,
): Promise<CallOutcome | undefined> {
  return handOn(job, await askAfterHook(job, given, thrown));
}

/** A result that hooks have left: processors see it first. Gives nothing where they stop the run. */
export async function handOn(job: CallJob, outcome: CallOutcome): Promise<CallOutcome | undefined> {
  if (outcome.type === 'error') return outcome;
  const seen = await askProcessors(job, toOwnJson(outcome.value));
  return seen === undefined ? undefined : handOnSeen(job, seen.value);
}

/** Then `onOutput` hears of it, and its tool says what the model is told. */
export async function handOnSeen(job: CallJob, value: unknown): Promise<CallOutcome> {
  if (job.entry?.tool.onOutput !== undefined) await tellOutput(job, value);
  return askModelOutput(job, value);
}
