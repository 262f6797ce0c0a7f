import type { MaybePromise } from '../base/promise.ts';
import type { CallOutcome } from '../journal/index.ts';
import { toOwnJson } from '../messages/index.ts';
import { askAfterHook } from './after-hook.ts';
import type { CallJob } from './job.ts';
import { tellInput, tellOutput } from './tell-callbacks.ts';

/*
 * A call that a provider runs itself is under way before anybody here hears of it, so it meets only those stages that
 * come with knowing of it: nothing can refuse it or change what it is given.
 */

/** Stage: the tool hears what the provider was asked. Gives a promise only where there is something to wait for. */
export function tellProviderInput(job: CallJob): MaybePromise<void> {
  job.call.input = job.call.args;
  return job.entry?.tool.onInputAvailable === undefined ? undefined : tellInput(job);
}

/**
 * Stages: `afterToolCall` hears what the provider gave and may put something else in its place for the application (the
 * provider is shown its own result again), then `onOutput` hears of it.
 */
export function finishProviderCall(job: CallJob, outcome: CallOutcome): MaybePromise<CallOutcome> {
  const { entry, scope } = job;
  if (scope.hooks.afterToolCall === undefined && entry?.tool.onOutput === undefined) return outcome;
  return tellAndFinish(job, outcome);
}

async function tellAndFinish(job: CallJob, given: CallOutcome): Promise<CallOutcome> {
  const { hooks } = job.scope;
  const thrown = given.type === 'error' ? given.error : undefined;
  const outcome =
    hooks.afterToolCall === undefined ? given : await askAfterHook(job, given, thrown);
  if (outcome.type === 'error') return outcome;
  const value = toOwnJson(outcome.value);
  if (job.entry?.tool.onOutput !== undefined) await tellOutput(job, value);
  return { type: 'result', value };
}
