import { toError } from '../base/errors.ts';
import type { CallOutcome } from '../journal/index.ts';
import { checkOutput } from './check-output.ts';
import type { CallJob } from './job.ts';

/** Stage: `afterToolCall` hears how the call went and may put another output in its place. */
export async function askAfterHook(
  job: CallJob,
  outcome: CallOutcome,
  thrown: Error | undefined,
): Promise<CallOutcome> {
  const { call, scope, metadata } = job;
  if (scope.hooks.afterToolCall === undefined) return outcome;
  const told =
    outcome.type === 'result' ? { output: outcome.value } : { error: thrown ?? outcome.error };
  try {
    const answer = await scope.hooks.afterToolCall({
      toolName: call.toolName,
      input: call.input,
      context: job.context,
      metadata,
      ...told,
    });
    if (typeof answer !== 'object' || answer === null || !('output' in answer)) {
      scope.debugLog?.stage(call, 'afterToolCall heard of it');
      return outcome;
    }
    scope.debugLog?.stage(call, 'afterToolCall replaced its output');
    return await checkOutput(job, answer.output);
  } catch (error) {
    scope.debugLog?.stage(call, 'afterToolCall threw', toError(error));
    scope.logger.error(
      `afterToolCall threw for tool "${call.toolName}": ${toError(error).message}`,
      {
        error,
      },
    );
    return outcome;
  }
}
