const isoDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2}))?$/;

/**
 * The moment that an ISO 8601 text names. A day alone is its start in UTC; a time without an offset could be many
 * moments and gives `undefined`, as does a day that no calendar has.
 */
export function isoToDate(text: string): Date | undefined {
  const match = isoDate.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const start = new Date(Date.UTC(2000, month - 1, day));
  start.setUTCFullYear(year, month - 1, day);
  if (start.getUTCMonth() !== month - 1 || start.getUTCDate() !== day) return undefined;
  const date = new Date(
    text.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})$/, match[4] === undefined ? '$&' : '$1:$2'),
  );
  return Number.isNaN(date.getTime()) ? undefined : date;
}
