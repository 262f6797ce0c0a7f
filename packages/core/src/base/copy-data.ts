/**
 * A copy that shares nothing its reader may change: lists, plain objects and dates anew, all else as it is. What is
 * deeper than the stack bears, or contains itself, is given back.
 */
export function copyData<Value>(value: Value): Value {
  try {
    return copy(value) as Value;
  } catch {
    return value;
  }
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Array.from(value, copy);
  if (value instanceof Date) return new Date(value);
  if (!isPlain(value)) return value;
  const copied: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const item = copy((value as Readonly<Record<string, unknown>>)[key]);
    if (key === '__proto__') Object.defineProperty(copied, key, { value: item, enumerable: true });
    else copied[key] = item;
  }
  return copied;
}

/** Whether both say the same: dates by their time, fields that are `undefined` as if they were not there. */
export function isSameData(a: unknown, b: unknown): boolean {
  try {
    return isSame(a, b);
  } catch {
    return false;
  }
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  }
  if (a instanceof Date) return b instanceof Date && Object.is(a.getTime(), b.getTime());
  if (!isPlain(a) || !isPlain(b)) return false;
  const [left, right] = [a, b] as Record<string, unknown>[] as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const key of keys) if (!isSame(fieldOf(left, key), fieldOf(right, key))) return false;
  return true;
}

const fieldOf = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
