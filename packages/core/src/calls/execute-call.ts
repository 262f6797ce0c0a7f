import { toError } from '../base/errors.ts';
import { isPromiseLike } from '../base/promise.ts';
import type { CallOutcome } from '../journal/index.ts';
import { toJsonSafe } from '../messages/index.ts';
import { askAfterHook } from './after-hook.ts';
import { checkApproval } from './approval.ts';
import { askBeforeHook } from './before-hook.ts';
import { checkContext } from './check-context.ts';
import { checkOutput } from './check-output.ts';
import type { CallJob } from './job.ts';
import { parseInput } from './parse-input.ts';
import { resolveTool } from './resolve-tool.ts';
import { runTool } from './run-tool.ts';
import { tellInput, tellOutput } from './tell-callbacks.ts';

/** Why a call is not run: it was refused with an error, or a hook answered it. */
export type NotRun = { readonly refused: Error } | { readonly answered: CallOutcome };

/** A call that was begun while the model still spoke. */
export type EarlyCall = Promise<NotRun | CallOutcome | undefined>;

/**
 * The first half of the line, up to the moment before the tool runs. All calls of a step pass it before any of them
 * runs. Gives nothing when the call is to be run. Never rejects.
 */
export async function admitCall(job: CallJob): Promise<NotRun | undefined> {
  try {
    return await passStages(job);
  } catch (thrown) {
    return { refused: toError(thrown) };
  }
}

async function passStages(job: CallJob): Promise<NotRun | undefined> {
  const { entry, scope } = job;
  const unknown = resolveTool(job);
  if (unknown !== undefined) return { refused: unknown };

  const parsing = parseInput(job);
  const invalid = isPromiseLike(parsing) ? await parsing : parsing;
  if (invalid !== undefined) return { refused: invalid };

  if (entry?.tool.onInputAvailable !== undefined) await tellInput(job);

  const unapproved = checkApproval(job);
  if (unapproved !== undefined) return { refused: unapproved };

  if (scope.hooks.beforeToolCall !== undefined) {
    const verdict = await askBeforeHook(job);
    if (verdict !== undefined) return verdict;
  }

  if (entry?.parts.requestContext !== undefined) {
    const missing = await checkContext(job);
    if (missing !== undefined) return { refused: missing };
  }
  return undefined;
}

/**
 * The second half: the tool runs, its output is checked, hooks hear of it. Gives how it went, or nothing when the run
 * was over before the tool came back. Never rejects.
 */
export async function performCall(job: CallJob): Promise<CallOutcome | undefined> {
  const { call, scope } = job;
  if (scope.isOver) return undefined;
  scope.record({ type: 'call-started', id: call.id, attempt: 1 });
  try {
    const ran = await runTool(job);
    if (scope.isOver) return undefined;
    let outcome: CallOutcome;
    if (ran.ok) {
      const checking = checkOutput(job, ran.value);
      outcome = isPromiseLike(checking) ? await checking : checking;
    } else {
      outcome = { type: 'error', error: ran.error };
    }
    if (scope.hooks.afterToolCall !== undefined) {
      outcome = await askAfterHook(job, outcome, ran.ok ? undefined : ran.thrown);
    }
    if (outcome.type === 'error') return outcome;
    const value = toJsonSafe(outcome.value);
    if (job.entry?.tool.onOutput !== undefined) await tellOutput(job, value);
    return { type: 'result', value };
  } catch (thrown) {
    return { type: 'error', error: toError(thrown) };
  }
}
