import type { CallJob } from './job.ts';

/** Stage: processors see a result before anybody else, and may put another in its place. Gives nothing where they stop the run. */
export async function askProcessors(
  { call, scope }: CallJob,
  value: unknown,
): Promise<{ readonly value: unknown } | undefined> {
  return scope.processResult === undefined ? { value } : scope.processResult(call, value);
}
