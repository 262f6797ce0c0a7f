import type { CallOutcome } from '../journal/index.ts';
import type { CallJob } from './job.ts';

/** Stage: how much of the result a model is shown; all others get all of it. */
export function limitShown({ entry }: CallJob, outcome: CallOutcome): CallOutcome {
  const maxShownChars = entry?.parts.limits?.maxResultChars;
  if (maxShownChars === undefined || outcome.type === 'error') return outcome;
  return { ...outcome, maxShownChars };
}
