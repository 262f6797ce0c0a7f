import { isJson } from '../json.ts';
import { formOf, maxDepth, type Plan } from './plan.ts';

/** Turns back the items of a list: the first ones each by a plan of its own, the others by one. */
export function restoreList(first: readonly (Plan | undefined)[], rest: Plan | undefined): Plan {
  const restore: Plan = (value, walk) => {
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
  const partAt = (index: string | number) => ({
    name: '',
    form: formOf(Number(index) < first.length ? first[Number(index)] : rest),
  });
  return Object.assign(restore, {
    growing: () => ({ type: 'parts', isList: true, partAt }) as const,
  });
}

/** How the item of one place comes back. */
export interface ItemPlan {
  readonly plan: Plan | undefined;
  /** `null` was sent for "not given". */
  readonly dropsNull: boolean;
}

/**
 * A list that was sent as an object with the properties `item1`, `item2` and so on, and `others`. It ends before the
 * first item that was not given.
 */
export function restoreFields(first: readonly ItemPlan[], rest: Plan | undefined): Plan {
  const items = restoreList(
    first.map(({ plan }) => plan),
    rest,
  );
  return (value, walk) => {
    if (!isJson(value)) return items(value, walk);
    const list: unknown[] = [];
    for (let index = 0; index < first.length; index++) {
      const name = `item${index + 1}`;
      if (!Object.hasOwn(value, name)) break;
      list.push(value[name]);
    }
    while (list.at(-1) === null && first[list.length - 1]?.dropsNull) list.pop();
    const { others } = value;
    if (list.length === first.length && Array.isArray(others))
      for (const one of others) list.push(one);
    return list.length === 0 && !('item1' in value) ? value : items(list, walk);
  };
}
