import type { PreparedStep } from './options.ts';

/**
 * What was given anew over what was there: single settings of the model over others, all else by its name. Tools that are
 * given are not chosen from by what chose among those before.
 */
export function overStep(
  step: PreparedStep | undefined,
  given: PreparedStep | undefined,
): PreparedStep | undefined {
  if (step === undefined || given === undefined) return given ?? step;
  const next: Record<string, unknown> = { ...step };
  if (given.tools !== undefined) delete next.activeTools;
  for (const [name, value] of Object.entries(given)) if (value !== undefined) next[name] = value;
  if (given.modelSettings !== undefined) {
    next.modelSettings = { ...step.modelSettings, ...given.modelSettings };
  }
  return next;
}
