import { toJsonSafe } from '@tenon/core/internal';

/** Any value as the text of a column of JSON. */
export function toText(value: unknown): string {
  return JSON.stringify(toJsonSafe(value));
}

/** The same where there may be no value. */
export function toOptionalText(value: unknown): string | null {
  return value === undefined ? null : toText(value);
}

export function fromText(text: string): unknown {
  return JSON.parse(text);
}

export function toTime(date: Date): number {
  return date.getTime();
}

export function fromTime(time: number): Date {
  return new Date(Number(time));
}

/** A row without the columns that have no value, or a record without such fields. */
export function withoutNulls<Fields extends Readonly<Record<string, unknown>>>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}
