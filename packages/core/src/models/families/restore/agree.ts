import { isJson, type Json, put } from '../json.ts';

/** Stands for: the results differ, and there is nothing to fall back on. */
export const differ = Symbol('differ');

/**
 * What all results have in common: a property is dropped, renamed or changed where every one of them does so, and
 * stays as it was given elsewhere.
 */
export function agree(given: unknown, results: readonly unknown[]): unknown {
  const common = inCommon(given, results, 0);
  return common === differ ? given : common;
}

function inCommon(given: unknown, results: readonly unknown[], depth: number): unknown {
  const [first] = results;
  if (results.every((result) => result === first)) return first;
  if (depth > 32) return differ;
  if (results.every(isJson)) return commonFields(given, results, depth);
  if (results.every((result) => Array.isArray(result))) return commonItems(given, results, depth);
  return differ;
}

function commonFields(given: unknown, results: readonly Json[], depth: number): unknown {
  const before = isJson(given) ? given : {};
  const common: Json = {};
  const keys = new Set(results.flatMap(Object.keys));
  for (const key of keys) {
    const wasGiven = Object.hasOwn(before, key);
    let part: unknown = differ;
    if (results.every((result) => Object.hasOwn(result, key))) {
      const parts = results.map((result) => result[key]);
      part = inCommon(wasGiven ? before[key] : undefined, parts, depth + 1);
    }
    if (part === differ && !wasGiven) return differ;
    put(common, key, part === differ ? before[key] : part);
  }
  return common;
}

function commonItems(
  given: unknown,
  results: readonly (readonly unknown[])[],
  depth: number,
): unknown {
  const { length } = results[0] ?? [];
  if (results.some((result) => result.length !== length)) return differ;
  const before: readonly unknown[] | undefined =
    Array.isArray(given) && given.length === length ? given : undefined;
  const common: unknown[] = [];
  for (let index = 0; index < length; index++) {
    const parts = results.map((result) => result[index]);
    const part = inCommon(before?.[index], parts, depth + 1);
    if (part === differ && before === undefined) return differ;
    common.push(part === differ ? before?.[index] : part);
  }
  return common;
}
