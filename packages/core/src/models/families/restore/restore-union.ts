import type { GrowingBranch } from '../../../base/growing-form.ts';
import { agree } from './agree.ts';
import { fits, mayBe, mayHold, type Scope } from './fits.ts';
import { formOf, type Plan, type Walk } from './plan.ts';

/** One branch of a union, in the form that was sent and in the author's. */
export interface Branch {
  readonly sent: unknown;
  readonly authored: unknown;
  readonly plan: Plan | undefined;
}

export interface Scopes {
  readonly sent: Scope;
  readonly authored: Scope;
}

/**
 * Turns a value back by the branch whose structure it has. Where it has that of several, by what all of them would
 * do, unless no branch takes that: then by the first. Where it has that of none, by what those that come near agree on.
 */
export function restoreUnion(branches: readonly Branch[], scopes: Scopes): Plan {
  const fitting = (value: unknown, levels?: number): readonly Branch[] =>
    branches.filter(({ sent }) => fits(sent, value, scopes.sent, levels));
  const restore: Plan = (value, walk) => {
    if (value === null || (walk.isTrial && walk.trials-- <= 0)) return value;
    const exact = fitting(value);
    if (exact.length === 1) return apply(exact[0] as Branch, value, walk);
    if (exact.length > 1) {
      const results = tryAll(exact, value, walk);
      // a text that also stands for something else was hardly meant as a text
      if (typeof value === 'string') {
        const index = results.findIndex((result) => result !== value);
        return index < 0 ? value : results[index];
      }
      const common = agree(value, results);
      return branches.some(({ authored }) => fits(authored, common, scopes.authored))
        ? common
        : results[0];
    }
    const near = [1, 0].map((levels) => fitting(value, levels)).find((list) => list.length > 0);
    return near === undefined ? value : agree(value, tryAll(near, value, walk));
  };
  return Object.assign(restore, {
    growing: () =>
      ({
        type: 'branches',
        branches: branches.map((branch) => growingBranch(branch, scopes.sent)),
      }) as const,
  });
}

/** Its form is looked up when it is needed: a union may contain itself. */
function growingBranch({ sent, plan }: Branch, scope: Scope): GrowingBranch {
  return {
    get form() {
      return formOf(plan);
    },
    mayBe: (kind) => mayBe(sent, kind, scope),
    mayHold: (key, value) => mayHold(sent, key, value, scope),
  };
}

function apply({ plan }: Branch, value: unknown, walk: Walk): unknown {
  return plan === undefined ? value : plan(value, walk);
}

function tryAll(branches: readonly Branch[], value: unknown, walk: Walk): unknown[] {
  if (branches.length === 1) return [apply(branches[0] as Branch, value, walk)];
  const { isTrial } = walk;
  walk.isTrial = true;
  const results = branches.map((branch) => apply(branch, value, walk));
  walk.isTrial = isTrial;
  return results;
}
