import { arithmetic, code, day, number, quoted, toDay, toPattern } from './patterns.ts';
import type { toFields } from './schema.ts';
import { toTerms, toWords } from './words.ts';

type Field = ReturnType<typeof toFields>[number];
/** What shows a value in a text, and how to read what its groups hold; nothing when it is none. */
type Clue = readonly [pattern: RegExp, read: (told: string) => unknown];
/** What helps to read: the day, which words are of the command, what the call before gave. */
type Context = { fields: Field[]; now: Date; isKnown(text: string): boolean; previous: string };

const places = /^string [^:]* (from|to|folder|directory|path|place|city|location|country)\b/;
/** The kinds of fields, each with its clues, in the order in which they take their values. */
const kinds: readonly [RegExp, (field: Field, context: Context) => readonly Clue[]][] = [
  [/^choice/, toChoiceClues],
  [/^string .*\b(?:expression|formula)\b/, () => [[arithmetic, String]]],
  [/^string (?:date|[^:]*\b(?:date|day)\b)/, (_, { now }) => [[day, (told) => toDay(told, now)]]],
  [/^(?:number|integer)/, toNumberClues],
  [places, toTextClues],
  [/^string/, toTextClues],
];
const kindOf = ({ label }: Field) => kinds.findIndex(([fits]) => fits.test(label));

/** The arguments for fields in the text of a wish; `missing` are those that it must tell yet. */
export function fillArguments(wish: string, context: Context) {
  const input = new Map<string, unknown>();
  let text = wish;
  for (const field of context.fields.toSorted((a, b) => kindOf(a) - kindOf(b))) {
    for (const [pattern, read] of kinds[kindOf(field)]?.[1](field, context) ?? []) {
      text = text.replace(pattern, (found: string, ...groups: unknown[]) => {
        const value = read(groups.slice(0, -2).join('') || found);
        if (input.has(field.name) || value === undefined || value === '') return found;
        input.set(field.name, value);
        return '¦';
      });
    }
  }
  const missing = context.fields.filter(({ name, required }) => required && !input.has(name));
  return { missing, input: missing.length > 0 ? undefined : Object.fromEntries(input) };
}

/** A value is told by itself, or by what stands in brackets after it in the description. */
function toChoiceClues({ name, about, values }: Field): Clue[] {
  const sayings = values.flatMap((value) => {
    const others = about.split(`${value} (`)[1]?.split(')')[0] ?? '';
    return [value, ...others.split(',')].map((said) => [toSource(said), value] as const);
  });
  const any = `(${sayings.map(([source]) => source).join('|')})`;
  const read = (told: string) => new Map(sayings).get(toSource(told));
  return [`${toSource(name)}\\s${any}`, any].map((source) => [toPattern(source), read]);
}
const toSource = (words: string): string => toWords(words).join('[\\s_-]*') || '(?!)';

/** A number beside a word of the field ("5 results"); for a required one, else the first. */
function toNumberClues({ label, required }: Field): Clue[] {
  const near = `(?:${toTerms(label.replace(/^\w+/, '')).join('|') || '(?!)'})\\p{L}*`;
  const sources = [`${near}\\s(${number})`, `(${number})\\s?${near}`, required ? number : '(?!)'];
  const read = (told: string) => Number(told.replace(/[$€£,]/g, ''));
  return sources.map((source) => [toPattern(source), read]);
}

/** A text is what "in" or "from" leads to, what follows a colon, a quote, or all that is told. */
function toTextClues({ label, required }: Field, context: Context): Clue[] {
  const lead = places.exec(label)?.[1]?.replace(/^(?!from|to).*/, 'in|inside|at|near|under');
  const word = `(?!(?:${lead}|at|from|to|for|on|and|is|are|that|contain|mention)\\b)[^\\s,;:?!¦"]+`;
  const place = toPattern(`(?:${lead ?? '(?!)'})\\s+(?:"([^"]+)"|(${word}(?: ${word}){0,4}))`);
  const clues: Clue[] = [
    [place, (told) => tidy(told.replace(/\S+/g, (word) => (context.isKnown(word) ? '' : word)))],
    [/^[^:"]{1,120}:\s+(.+)$/gs, tidy],
    [/\bfiles?\b/.test(label) ? code : quoted, String],
    [/^.+$/gs, (told) => toFreeText(told, context)],
  ];
  return clues.slice(0, lead && !required ? 1 : undefined);
}

const tail = /\s(?:in|into|on|from|with|as|of|to(?= (?:the|my|our|this|a|me)\b))\s.*$/is;
const opener = /^(?:to (?!(?:the|my|our|this|a|me)\b)|that (?!mention|contain|say))/i;

/** All of a wish but the command in front, up to an opener, and a mention of the tool behind. */
function toFreeText(text: string, { isKnown, previous }: Context): string {
  const words = text.replace(tail, (found) => (isKnown(found) ? '' : found)).split(/\s+/);
  const isOpened = (at: number) => opener.test(`${words[at - 1]} ${words[at]}`);
  const start = words.findIndex((word, at) => !isKnown(word) || (at > 1 && isOpened(at)));
  const told = start < 0 ? '' : tidy(words.slice(start).join(' '));
  return /\b(?:it|this|that|result)\b/i.test(text) && /^(?:result)?$/.test(told) ? previous : told;
}

/** Without gaps, without the mark that ends the sentence, without quotes around it. */
const tidy = (text: string): string =>
  text.replace(/\s*¦\s*/g, ' ').replace(/^\s*["'`“]?(.*?)["'`”]?[?.!;,]?\s*$/s, '$1');
