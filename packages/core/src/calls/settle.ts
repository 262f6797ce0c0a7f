import { toError } from '../base/errors.ts';
import type { CallOutcome, ToolCall } from '../journal/index.ts';
import { notify } from './callback.ts';
import type { NotRun } from './execute-call.ts';
import type { CallJob } from './job.ts';
import type { CallScope } from './scope.ts';

/** Last stage: the outcome is recorded, then announced. What comes after the end of the run is dropped. */
export function settle({ call, scope }: CallJob, outcome: CallOutcome): void {
  if (scope.isOver || call.outcome !== undefined) return;
  scope.record({ type: 'call-ended', id: call.id, outcome });
  if (scope.emit !== undefined) announce(call, outcome, scope);
}

/** Ends a call that did not run; `onToolRefused` hears of it when it was refused. */
export function settleNotRun(job: CallJob, verdict: NotRun): void {
  if ('answered' in verdict) {
    settle(job, verdict.answered);
    return;
  }
  if (job.scope.isOver) return;
  const error = toError(verdict.refused);
  settle(job, { type: 'error', error });
  const { call, scope, metadata } = job;
  const { onToolRefused } = scope.hooks;
  if (onToolRefused === undefined) return;
  void notify('onToolRefused', scope.logger, () =>
    onToolRefused({ toolName: call.toolName, toolCallId: call.id, error, metadata }),
  );
}

function announce(call: ToolCall, outcome: CallOutcome, scope: CallScope): void {
  const named = {
    toolCallId: call.id,
    toolName: call.toolName,
    ...(call.args !== undefined && { args: call.args }),
    ...(call.dynamic !== undefined && { dynamic: call.dynamic }),
  };
  if (outcome.type === 'result') scope.emit?.('tool-result', { ...named, result: outcome.value });
  else scope.emit?.('tool-error', { ...named, error: outcome.error });
}
