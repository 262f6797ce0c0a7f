import type { CallJob } from './job.ts';

/** Stage: the run may still make the call. Gives the refusal, or nothing. */
export function checkBudget({ call, scope }: CallJob): Error | undefined {
  return scope.budget?.refusalOf(call);
}
