type Json = Record<string, unknown>;

/** A frozen JSON copy, or `undefined` where the value does not survive JSON as it is. */
export function plainJson(value: unknown): unknown {
  if (isJsonScalar(value)) return value;
  try {
    return deepFreeze(JSON.parse(JSON.stringify(value)));
  } catch {
    return undefined;
  }
}

/** Freezes a JSON tree in place. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const key of Object.keys(value)) deepFreeze((value as Json)[key]);
  return Object.freeze(value);
}

/** Values that JSON carries as they are. */
export function isJsonScalar(value: unknown): boolean {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}
