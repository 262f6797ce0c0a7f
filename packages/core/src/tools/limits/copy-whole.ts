/**
 * A copy that shares nothing with its original, of plain data, dates, Maps, Sets and bytes. Nothing where a copy would
 * not be the same: of instances of classes, functions, symbols, and what cannot be read.
 */
export function copyWhole<Value>(value: Value): { readonly value: Value } | undefined {
  try {
    return isPlain(value, new Set()) ? { value: structuredClone(value) } : undefined;
  } catch {
    return undefined;
  }
}

const copied: ReadonlySet<unknown> = new Set([
  ArrayBuffer.prototype,
  Date.prototype,
  Uint8Array.prototype,
]);

function isPlain(value: unknown, seen: Set<unknown>): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false;
  if (typeof value !== 'object' || value === null || seen.has(value)) return true;
  seen.add(value);
  const all = (parts: Iterable<unknown>): boolean => {
    for (const part of parts) if (!isPlain(part, seen)) return false;
    return true;
  };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (copied.has(prototype)) return true;
  if (prototype === Map.prototype) return all((value as Map<unknown, unknown>).entries());
  if (prototype === Set.prototype) return all(value as Set<unknown>);
  if (prototype !== Object.prototype && prototype !== Array.prototype) return false;
  return Object.getOwnPropertySymbols(value).length === 0 && all(Object.values(value));
}
