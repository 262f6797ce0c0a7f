import { GrowingValue } from './growing-value.ts';
import type { JsonState } from './json-reader.ts';

/** What the beginning of a JSON text says. */
export interface PartialJson {
  /** What is there; `undefined` when that is nothing. Of a text that is not JSON: what stands before the mistake. */
  readonly value: unknown;
  readonly state: JsonState;
}

/**
 * Reads as much of a JSON text as is there. Texts are there while they come; numbers, literals and keys when all of
 * them is: `{"city":"Os` gives `{ city: 'Os' }`, `{"days":1` gives `{}`. Keys named `__proto__` are left out.
 */
export function parsePartialJson(text: string): PartialJson {
  const growing = new GrowingValue();
  growing.add(text);
  growing.end();
  return { value: growing.value, state: growing.state };
}
