import { toError } from '../base/errors.ts';
import type { CallOutcome } from '../journal/index.ts';
import type { ToolLimits, ToolParts } from '../tools/index.ts';
import { checkOutput } from './check-output.ts';
import type { NotRun } from './execute-call.ts';
import { executionFailed } from './execution-failed.ts';
import type { CallJob } from './job.ts';

/**
 * Stage: the tool runs within its limits, each attempt is recorded, and its output is checked. A call that the limits
 * do not let begin is refused; nothing is given of one that was stopped before. Throws what the last attempt threw.
 */
export async function runLimited(
  job: CallJob,
  limits: ToolLimits,
  run: NonNullable<ToolParts['run']>,
): Promise<CallOutcome | NotRun | undefined> {
  const { call, scope, context } = job;
  const { toolName, id, input } = call;
  let hasBegun = false;
  const begin = (attempt: number): void => {
    if (scope.isOver) throw new Error('The run is over.');
    scope.abortSignal.throwIfAborted();
    hasBegun = true;
    scope.record({ type: 'call-started', id, attempt });
    scope.debugLog?.stage(call, `started, attempt ${attempt}`);
  };
  try {
    const given = await limits.run({ toolName, input, context, run, begin });
    const outcome = await checkOutput(job, given.value);
    if (outcome.type === 'result') given.keep?.();
    return outcome;
  } catch (thrown) {
    if (hasBegun) throw thrown;
    if (scope.isOver || scope.abortSignal.aborted) return undefined;
    return { refused: executionFailed(call, toError(thrown)) };
  }
}
