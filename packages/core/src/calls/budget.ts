import type { CallJob } from './job.ts';

/** Stage: the run may still make the call. Gives the refusal, or nothing. */
export function checkBudget({ call, scope }: CallJob): Error | undefined {
  const { budget, debugLog } = scope;
  if (budget === undefined) return undefined;
  const spent = budget.refusalOf(call);
  debugLog?.stage(call, spent === undefined ? 'within the budget' : 'beyond the budget', spent);
  return spent;
}
