import type { GrowingPart } from '../../../base/growing-form.ts';
import { isJson, type Json, put } from '../json.ts';
import { formOf, maxDepth, type Plan, type Walk } from './plan.ts';

/** How one property comes back. */
export interface FieldPlan {
  /** What the author calls it. */
  readonly key: string;
  /** `null` was sent for "not given". */
  readonly dropsNull: boolean;
  readonly plan: Plan | undefined;
}

export interface ObjectPlan {
  /** Those that change, by the name that was sent. */
  readonly fields: ReadonlyMap<string, FieldPlan>;
  /** All properties that were sent. */
  readonly named: Json;
  /** For the values of properties that have no name in the schema. */
  readonly rest: Plan | undefined;
  /** The property that holds those as a list of `{ key, value }`. */
  readonly entries: string | undefined;
}

export function restoreObject(object: ObjectPlan): Plan {
  const restore: Plan = (value, walk) => {
    if (!isJson(value) || walk.depth >= maxDepth) return value;
    walk.depth++;
    const restored = restoreFields(value, object, walk);
    walk.depth--;
    return restored;
  };
  const partAt = (key: string | number): GrowingPart => growingPart(String(key), object);
  return Object.assign(restore, {
    growing: () => ({ type: 'parts', isList: false, partAt }) as const,
  });
}

function growingPart(key: string, { fields, named, rest, entries }: ObjectPlan): GrowingPart {
  if (key !== entries) {
    const {
      key: name,
      plan,
      dropsNull,
    } = fields.get(key) ?? {
      key,
      plan: Object.hasOwn(named, key) ? undefined : rest,
      dropsNull: false,
    };
    return { name, form: formOf(plan), dropsNull };
  }
  const form = formOf(rest);
  return {
    name: key,
    form: undefined,
    toProperty: (item) => {
      const [pair] = toPairs([item]) ?? [];
      if (pair === undefined) return undefined;
      const [name, value] = pair;
      if (name !== entries && Object.hasOwn(named, name)) return undefined;
      return [name, form === undefined ? value : form.restore(value)];
    },
  };
}

function restoreFields(
  value: Json,
  { fields, named, rest, entries }: ObjectPlan,
  walk: Walk,
): Json {
  const keys = Object.keys(value);
  let copy: Json | undefined;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    const before = value[key];
    if (key === entries) {
      const pairs = toPairs(before);
      if (pairs === undefined) {
        if (copy !== undefined) put(copy, key, before);
        continue;
      }
      copy ??= firstOf(value, keys, index);
      for (const [name, part] of pairs) {
        if (name === entries || !Object.hasOwn(named, name))
          put(copy, name, rest === undefined ? part : rest(part, walk));
      }
      continue;
    }
    const field = fields.get(key);
    if (field?.dropsNull && before === null) {
      copy ??= firstOf(value, keys, index);
      continue;
    }
    const plan = field === undefined && !Object.hasOwn(named, key) ? rest : field?.plan;
    const after = plan === undefined ? before : plan(before, walk);
    const name = field?.key ?? key;
    if (copy === undefined && (after !== before || name !== key))
      copy = firstOf(value, keys, index);
    if (copy !== undefined) put(copy, name, after);
  }
  return copy ?? value;
}

function firstOf(value: Json, keys: readonly string[], count: number): Json {
  const copy: Json = {};
  for (let index = 0; index < count; index++) {
    const key = keys[index] as string;
    put(copy, key, value[key]);
  }
  return copy;
}

/** The entries of a list that holds nothing else. */
function toPairs(value: unknown): [string, unknown][] | undefined {
  if (value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const pairs: [string, unknown][] = [];
  for (const entry of value) {
    if (!isJson(entry) || typeof entry.key !== 'string' || !Object.hasOwn(entry, 'value'))
      return undefined;
    pairs.push([entry.key, entry.value]);
  }
  return pairs;
}
