import { gap } from './free-text.ts';
import type { Reading } from './reading.ts';
import type { Field } from './schema.ts';
import { toStem, toTerms, toWords } from './words.ts';

/** What stands before the value of a parameter with such a word in its name. */
const leads: readonly (readonly [name: RegExp, lead: string])[] = [
  [/^(?:name|title|label|subject)$/, 'called|named|titled'],
  [/^(?:from|origin|source)$/, 'from'],
  [/^(?:to|destination|target)$/, 'to|into'],
  [/^(?:folder|directory|dir|path|where|room|zone)$/, 'in|inside|at|under|within|from'],
  [/^(?:place|city|location|country|town|region|address)$/, 'in|at|near|from|to|for|of'],
  [/^(?:language|currency|unit)$/, 'in|to|into'],
];
const end = 'in|at|from|to|for|on|of|with|and|is|are|that|which|contain\\w*|mention\\w*';
const value = `["'\`“]([^"'\`”]+)["'\`”]|((?:(?!(?:${end})\\s)[^\\s,;:?!¦]+\\s?){1,5})`;

/** What follows "in", "at", "from", "to", and for a name what follows "called". */
export function takePlace(field: Field, reading: Reading): unknown {
  const words = toWords(field.name, true);
  const lead = leads.find(([name]) => words.some((word) => name.test(word)))?.[1];
  if (field.type !== 'string' || lead === undefined) return undefined;
  const match = new RegExp(`\\b(?:${lead})\\s+(?:${value})`, 'iu').exec(reading.text);
  if (!match) return undefined;
  const known = new Set([...toTerms(`${field.name} ${field.about}`, true), ...reading.toolTerms]);
  const said = (match[2] ?? '').split(' ').filter((word) => !known.has(toStem(word.toLowerCase())));
  const place = said.filter((word) => !/^(?:the|my|this|a|here|it)?$/i.test(word)).join(' ');
  const told = match[1] ?? place.replace(/\.$/, '');
  if (told === '') return undefined;
  reading.text = reading.text.replace(match[0], `${gap} `);
  return told;
}
