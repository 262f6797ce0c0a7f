/**
 * The pattern in a form that compiles with the `u` flag, which the JSON Schema validator sets: there an escaped that
 * escapes nothing (`\-`, `\_`) is an error. `undefined` where it is no regular expression.
 */
export function toUnicodePattern(pattern: string): string | undefined {
  if (compiles(pattern)) return pattern;
  const plain = pattern.replaceAll(/\\(\\|.)/gsu, (escaped, char: string) =>
    needless.test(char) ? char : escaped,
  );
  if (compiles(plain)) return plain;
  const hyphens = plain.replaceAll(/(\\[wdsWDS])-(?!\])/gu, '$1\\-');
  return compiles(hyphens) ? hyphens : undefined;
}

const needless = /[^\w\\^$.*+?()[\]{}|/-]|_/u;

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
