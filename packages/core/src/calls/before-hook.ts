import { toError } from '../base/errors.ts';
import type { CallOutcome } from '../journal/index.ts';
import { toOwnJson } from '../messages/index.ts';
import type { CallJob } from './job.ts';
import { checkInput } from './parse-input.ts';

/** What the stage gives: a refusal, the result that stands in for the tool's, or nothing. */
export type BeforeVerdict =
  | { readonly refused: Error }
  | { readonly answered: CallOutcome }
  | undefined;

/** Stage: `beforeToolCall` lets the call pass, answers it, replaces its input, or stops it by throwing. */
export async function askBeforeHook(job: CallJob): Promise<BeforeVerdict> {
  const { call, scope } = job;
  let decision: Awaited<ReturnType<NonNullable<typeof scope.hooks.beforeToolCall>>>;
  try {
    decision = await scope.hooks.beforeToolCall?.({
      toolName: call.toolName,
      input: call.input,
      context: job.context,
      metadata: job.metadata,
    });
  } catch (thrown) {
    const refused = toError(thrown);
    scope.debugLog?.stage(call, 'beforeToolCall threw', refused);
    return { refused };
  }
  if (typeof decision !== 'object' || decision === null) return letPass(job);
  if (decision.proceed === false) {
    scope.debugLog?.stage(call, 'beforeToolCall answered it');
    return { answered: { type: 'result', value: toOwnJson(decision.output ?? null) } };
  }
  if (decision.input === undefined) return letPass(job);
  scope.debugLog?.stage(call, 'beforeToolCall replaced its input');
  const refused = await checkInput(job, decision.input);
  if (refused !== undefined) return { refused };
  if (job.entry?.onClient) {
    scope.logger.warn(
      `beforeToolCall gave other input for tool "${call.toolName}", which the client runs: it was told what the model wrote, and runs with that.`,
      { toolName: call.toolName, toolCallId: call.id },
    );
  }
  return undefined;
}

function letPass({ call, scope }: CallJob): undefined {
  scope.debugLog?.stage(call, 'beforeToolCall let it pass');
}
