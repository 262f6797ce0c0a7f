/** What is known on the way through one value. */
export interface Walk {
  depth: number;
  /** How many more unions may be tried out where it is not clear which branch is meant. */
  trials: number;
  isTrial: boolean;
}

/** Turns a value in the rewritten form into the author's; the same reference when nothing has to change. */
export type Plan = (value: unknown, walk: Walk) => unknown;

/** Deeper than any real arguments, and far from the end of the stack. */
export const maxDepth = 256;

/** A plan that may not be made yet: that of a schema which contains itself. */
export interface Link {
  plan: Plan | undefined;
}

export function follow(link: Link): Plan {
  return (value, walk) => (link.plan === undefined ? value : link.plan(value, walk));
}

/** One plan after the other. */
export function inTurn(plans: readonly Plan[]): Plan | undefined {
  if (plans.length < 2) return plans[0];
  return (value, walk) => plans.reduce((given, plan) => plan(given, walk), value);
}

/** Arguments come from a model and may be anything: what cannot be turned back stays as it is. */
export function toRestore(plan: Plan): (args: unknown) => unknown {
  return (args) => {
    try {
      return plan(args, { depth: 0, trials: 500, isTrial: false });
    } catch {
      return args;
    }
  };
}
