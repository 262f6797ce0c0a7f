import { usageError } from '../errors.ts';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };
/** What a timer can wait for. */
const longest = 2 ** 31 - 1;

/** Milliseconds from `500`, `500ms`, `30s` or `2m`. */
export function readDuration(text: string, option: string): number {
  const [, digits, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim()) ?? [];
  const milliseconds = Number(digits) * (units[unit] ?? Number.NaN);
  if (milliseconds > 0 && milliseconds <= longest) return milliseconds;
  throw usageError(`${option} takes a time such as 500ms, 30s or 2m, not "${text}".`);
}

/** The same in words. */
export function showDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;
}
