/** Whether one value is what can be there of another while it is being written. */
export function isBeginningOf(part: unknown, whole: unknown): boolean {
  if (typeof part === 'string' && typeof whole === 'string') return whole.startsWith(part);
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) &&
      part.length <= whole.length &&
      part.every((item, index) => isBeginningOf(item, whole[index]))
    );
  }
  if (typeof part !== 'object' || part === null) return Object.is(part, whole);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return false;
  return Object.entries(part).every(
    ([key, value]) =>
      Object.hasOwn(whole, key) && isBeginningOf(value, (whole as Record<string, unknown>)[key]),
  );
}

/** The pieces of a text that is cut at some places. */
export function cut(text: string, places: readonly number[]): string[] {
  const sorted = [...new Set(places.map((place) => place % (text.length + 1)))].sort(
    (a, b) => a - b,
  );
  return [...sorted, text.length].map((end, index) => text.slice(sorted[index - 1] ?? 0, end));
}
