import { TenonError } from '../base/errors.ts';
import { toWellFormed } from '../base/well-formed.ts';

/** The longest id that every store takes, in UTF-16 units: two of them fit into one key of a database. */
export const longestId = 400;

/**
 * What every store takes as an id: a text of 1 to 400 units that UTF-8 can hold, without NUL. Databases differ in what
 * they cut off, refuse or confuse beyond that, so all stores refuse it alike.
 * @throws TenonError `STORE_ID_INVALID`
 */
export function assertId(id: unknown, name: string): asserts id is string {
  const problem = problemOf(id);
  if (problem === undefined) return;
  throw new TenonError('STORE_ID_INVALID', `The ${name} ${problem}.`, { details: { name } });
}

/** The same for each id that is there. @throws TenonError `STORE_ID_INVALID` */
export function assertIds(ids: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(ids)) if (ids[name] !== undefined) assertId(ids[name], name);
}

function problemOf(id: unknown): string | undefined {
  if (typeof id !== 'string') return 'must be a text';
  if (id === '') return 'is empty';
  if (id.length > longestId) return `is longer than ${longestId} characters`;
  if (id.includes('\0')) return 'holds a NUL character';
  return toWellFormed(id) === id ? undefined : 'holds half a character (a lone surrogate)';
}

/** @throws TenonError `STORE_OPTION_INVALID` */
export function assertDate(date: unknown, name: string): asserts date is Date {
  if (date instanceof Date && !Number.isNaN(date.getTime())) return;
  throw optionInvalid(name, 'must be a valid Date');
}

/** A whole number from `least` on. @throws TenonError `STORE_OPTION_INVALID` */
export function assertCount(value: unknown, name: string, least: number): asserts value is number {
  if (Number.isSafeInteger(value) && (value as number) >= least) return;
  throw optionInvalid(name, `must be a whole number from ${least}`);
}

export function optionInvalid(name: string, what: string): TenonError {
  return new TenonError('STORE_OPTION_INVALID', `The option "${name}" of a store ${what}.`, {
    details: { option: name },
  });
}
