import { gap, toFreeText } from './free-text.ts';
import type { Reading } from './reading.ts';
import type { Field } from './schema.ts';
import { takeChoice } from './take-choice.ts';
import { takeKind } from './take-kind.ts';
import { takePlace } from './take-place.ts';
import { quotePattern } from './words.ts';

/** Fills parameters from the words of a wish; `missing` are the required ones it says nothing of. */
export function fillArguments(fields: readonly Field[], reading: Reading) {
  const input = new Map<string, unknown>();
  const ordered = [...fields].sort((a, b) => Number(b.required) - Number(a.required));
  let isTextTaken = false;
  for (const take of [takeChoice, takeKind, takePlace, takeText]) {
    for (const field of ordered.filter(({ name }) => !input.has(name))) {
      const value = take(field, reading, isTextTaken);
      if (value === undefined) continue;
      input.set(field.name, value);
      isTextTaken = take === takeText;
    }
  }
  const missing = fields.filter(({ name, required }) => required && !input.has(name));
  return { input: Object.fromEntries(input), missing };
}

const pointer = /\b(?:it|this|that|result|answer|total|sum)\b/i;

/** A quoted text or what is left of the wish; an optional one only when no other text was told. */
function takeText(field: Field, reading: Reading, isTextTaken: boolean): unknown {
  if (field.type !== 'string' && field.type !== 'array') return undefined;
  if (field.format || field.values.length > 0) return undefined;
  if (!field.required && isTextTaken) return undefined;
  const before = reading.text;
  const isDictated = /^[^:"]{1,120}:\s/.test(reading.text);
  const quote = isDictated ? undefined : reading.text.match(quotePattern)?.[0];
  const left = quote?.slice(1, -1) ?? toFreeText(reading.text, reading.toolTerms);
  reading.text = quote ? reading.text.replace(quote, gap) : '';
  const text =
    pointer.test(before) && !/\S/.test(left.replace(pointer, '')) ? reading.previous : left;
  const isWhole = text === left && !quote && before.trimStart().startsWith(left);
  if (!text || (isWhole && !field.required)) return undefined; // it is no command we understand
  return field.type === 'array' ? text.split(/,\s*(?:and\s+)?|\s+and\s+/) : text;
}
