import { isObject } from './source.ts';

/** A copy of a JSON value that shares no object with it, own `__proto__` keys included. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined && typeof part !== 'function')
      .map(([key, part]) => [key, copyJson(part)]),
  );
}
