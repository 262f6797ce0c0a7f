import { gap } from './free-text.ts';
import { createRanker } from './rank.ts';
import type { Reading } from './reading.ts';
import type { Field } from './schema.ts';
import { quotePattern, toContent, toWords } from './words.ts';

/** One of a few values: "from EUR", the value itself, a near spelling, or a word said about it. */
export function takeChoice({ name, about, values, required }: Field, reading: Reading): unknown {
  if (values.length < 2) return required ? values[0] : undefined;
  const head = reading.text.replace(quotePattern, gap).replace(/:\s.*$/s, '');
  const said = ` ${toWords(head).join(' ')} `;
  const at = (value: string) => said.indexOf(` ${toWords(value, true).join(' ') || gap} `);
  const named = values.find((value) => said.includes(` ${name} ${value.toLowerCase()} `));
  const exact = values.filter((value) => at(value) >= 0).sort((a, b) => at(a) - at(b))[0];
  // "add (remember, save), list (show)": the words after a value speak for it.
  const escaped = values.map((value) => value.replace(/[^\p{L}\p{N}]/gu, '\\$&'));
  const parts = about.split(new RegExp(`(?<!\\w)(${escaped.join('|')})(?!\\w)`));
  const choices = values.map((value) => ({
    name: value,
    keys: parts[parts.indexOf(value) + 1] ?? '',
  }));
  return named ?? exact ?? values[createRanker(choices, toContent)(head)[0]?.index ?? -1];
}
