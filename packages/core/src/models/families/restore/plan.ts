import type { GrowingForm } from '../../../base/growing-form.ts';

/** What is known on the way through one value. */
export interface Walk {
  depth: number;
  /** How many more unions may be tried out where it is not clear which branch is meant. */
  trials: number;
  isTrial: boolean;
}

/** Turns a value in the rewritten form into the author's; the same reference when nothing has to change. */
export interface Plan {
  (value: unknown, walk: Walk): unknown;
  /** What can be shown of a value that is not complete; not given: nothing. */
  readonly growing?: () => GrowingForm['growing'];
  /** It does what another plan does. */
  readonly link?: Link;
}

/** Deeper than any real arguments, and far from the end of the stack. */
export const maxDepth = 256;

/** A plan that may not be made yet: that of a schema which contains itself. */
export interface Link {
  plan: Plan | undefined;
}

export function follow(link: Link): Plan {
  const plan: Plan = (value, walk) => (link.plan === undefined ? value : link.plan(value, walk));
  return Object.assign(plan, { link });
}

/** One plan after the other. */
export function inTurn(plans: readonly Plan[]): Plan | undefined {
  if (plans.length < 2) return plans[0];
  return (value, walk) => plans.reduce((given, plan) => plan(given, walk), value);
}

const forms = new WeakMap<Plan, GrowingForm>();

/** How a value that is still being written is shown in the author's form; `undefined`: as it is written. */
export function formOf(given: Plan | undefined): GrowingForm | undefined {
  let plan = given;
  for (let depth = 0; plan?.link !== undefined && depth < maxDepth; depth++) plan = plan.link.plan;
  if (plan === undefined) return undefined;
  let form = forms.get(plan);
  if (form === undefined) {
    const growing = plan.growing?.();
    form = { restore: toRestore(plan), ...(growing !== undefined && { growing }) };
    forms.set(plan, form);
  }
  return form;
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
