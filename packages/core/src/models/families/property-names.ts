/** The names under which properties are sent where the API does not take all of theirs; `undefined` where it does. */
export function toPropertyNames(
  keys: readonly string[],
  pattern: RegExp | undefined,
): ReadonlyMap<string, string> | undefined {
  if (pattern === undefined || keys.every((key) => pattern.test(key))) return undefined;
  const names = new Map<string, string>();
  const taken = new Set(keys.filter((key) => pattern.test(key)));
  for (const key of keys) {
    const name = pattern.test(key) ? key : firstFree(key.replace(/[^A-Za-z0-9_.-]/g, '_'), taken);
    taken.add(name);
    names.set(key, name);
  }
  return names;
}

const longest = 64;

/** The name itself or with a number, short enough and not yet taken. */
export function firstFree(wanted: string, taken: { has(name: string): boolean }): string {
  const base = wanted || '_';
  let name = base.slice(0, longest);
  for (let number = 2; taken.has(name); number++) {
    const suffix = `_${number}`;
    name = base.slice(0, longest - suffix.length) + suffix;
  }
  return name;
}
