import { TenonError } from '../base/errors.ts';
import type { Fields } from './fields.ts';

/** Where in the input a value stands. */
export interface Place {
  /** Position of the message in the input. */
  readonly index: number;
  /** The value's path, such as `messages[2].content[0]`. */
  readonly path: string;
}

export function placeOf(parent: Place, step: string): Place {
  return { index: parent.index, path: parent.path + step };
}

/** The error for input that is no message. `problem` says what is wrong and what would be right. */
export function invalidMessages(place: Place, problem: string, cause?: unknown): TenonError {
  return new TenonError('AGENT_MESSAGES_INVALID', `${place.path}: ${problem}`, {
    details: { index: place.index, path: place.path },
    ...(cause !== undefined && { cause }),
  });
}

/** Names a tag such as a role or a part's type in an error text; anything but a text by its type. */
export function describe(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A field that must be a text, well-formed or not. */
export function readText(fields: Fields, name: string, place: Place): string {
  const value = fields[name];
  if (typeof value === 'string') return value;
  throw invalidMessages(place, `"${name}" must be a string, got ${describeType(value)}.`);
}

/** A field that must be a text with something in it. */
export function readName(fields: Fields, name: string, place: Place): string {
  const value = fields[name];
  if (typeof value === 'string' && value !== '') return value;
  const got = value === '' ? 'an empty one' : describeType(value);
  throw invalidMessages(place, `"${name}" must be a non-empty string, got ${got}.`);
}

export const describeType = (value: unknown): string =>
  typeof value === 'string' ? 'string' : describe(value);
