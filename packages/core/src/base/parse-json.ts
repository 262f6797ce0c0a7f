/**
 * The value of a JSON text that may be hostile: keys named `__proto__` are dropped at every depth.
 * `undefined` when the text is not JSON. Blank text and `null` are an empty object: a call without arguments.
 */
export function parseArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return {};
    return text.includes('__proto__') || text.includes('\\u') ? withoutProto(value) : value;
  } catch {
    return undefined;
  }
}

/** Walks with a list instead of recursion: what JSON.parse took may be deeper than the stack. */
export function withoutProto(root: unknown): unknown {
  const left = [root];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
    for (const inner of Object.values(value)) {
      if (typeof inner === 'object' && inner !== null) left.push(inner);
    }
  }
  return root;
}
