/** What every provider takes: a letter or underscore, then letters, digits, `_` and `-`, at most 63 characters. */
const valid = /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/;
const longest = 63;

/** The names that a model is given for the tools with these keys: the key itself wherever a provider takes it. */
export function toModelNames(keys: Iterable<string>): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const rewritten: string[] = [];
  for (const key of keys) {
    if (!valid.test(key)) {
      rewritten.push(key);
      continue;
    }
    names.set(key, key);
    taken.add(key);
  }
  for (const key of rewritten) {
    const name = firstFree(sanitise(key), taken);
    names.set(key, name);
    taken.add(name);
  }
  return names;
}

function sanitise(key: string): string {
  const name = key.replace(/[^A-Za-z0-9_-]/gu, '_');
  return (/^[A-Za-z_]/.test(name) ? name : `_${name}`).slice(0, longest);
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) {
    const suffix = `_${number}`;
    free = name.slice(0, longest - suffix.length) + suffix;
  }
  return free;
}

/** The word in a form that every provider takes; for calls of tools that do not exist. */
export function safeName(word: string): string {
  return valid.test(word) ? word : sanitise(word);
}
