/** What the engines behind constrained answers cannot match: a look around, and what was matched before. */
export function isPlainPattern(pattern: unknown): boolean {
  return typeof pattern === 'string' && !/\(\?<?[=!]|\\[1-9]|\\k</.test(pattern);
}
