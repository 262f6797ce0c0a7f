import { maxDepth, type Plan } from './plan.ts';

/** Turns back the items of a list: the first ones each by a plan of its own, the others by one. */
export function restoreList(first: readonly (Plan | undefined)[], rest: Plan | undefined): Plan {
  return (value, walk) => {
    if (!Array.isArray(value) || walk.depth >= maxDepth) return value;
    walk.depth++;
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const plan = index < first.length ? first[index] : rest;
      if (plan === undefined) continue;
      const before: unknown = value[index];
      const after = plan(before, walk);
      if (after === before) continue;
      copy ??= value.slice();
      copy[index] = after;
    }
    walk.depth--;
    return copy ?? value;
  };
}
