/**
 * The pattern in a form that compiles with the `u` flag, which the JSON Schema validator sets: there an escape that
 * escapes nothing (`\-`, `\_`), a lone brace and a range such as `[\w-.]` are errors. `undefined` where it is no
 * regular expression.
 */
export function toUnicodePattern(pattern: string): string | undefined {
  if (compiles(pattern, 'u')) return pattern;
  if (!compiles(pattern, '')) return undefined;
  const strict = rewrite(pattern);
  return compiles(strict, 'u') ? strict : undefined;
}

const piece = /\\(?:u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<\w+>|.)|\{\d+(?:,\d*)?\}|./gisu;

function rewrite(pattern: string): string {
  let result = '';
  let inClass = false;
  let before = '';
  for (const [part] of pattern.matchAll(piece)) {
    if (part.startsWith('\\')) result += withoutNeedlessEscape(part, inClass);
    else if (inClass) result += part === '-' && isSet(before) ? '\\-' : part;
    else result += part === '{' || part === '}' || part === ']' ? `\\${part}` : part;
    if (part === '[') inClass = true;
    if (part === ']') inClass = false;
    before = part;
  }
  return result;
}

/** `\w` and the like stand for many characters and cannot begin a range. */
function isSet(part: string): boolean {
  return /^\\[wdsWDS]$/.test(part);
}

function withoutNeedlessEscape(part: string, inClass: boolean): string {
  const [, char = ''] = part;
  if (part.length > 2 || /[\w^$\\.*+?()[\]{}|/]/.test(char)) return char === '_' ? char : part;
  return char === '-' && inClass ? part : char;
}

function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}
