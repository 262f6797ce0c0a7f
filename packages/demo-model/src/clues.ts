import type { Choice } from './choose-tool.ts';
import * as looks from './words.ts';

const { number, toPattern, toTerms, toWords } = looks;
type Field = Choice['fields'][number];
type Context = Choice & { previous: string; now: Date }; // and what the call before gave
type Clue = readonly [pattern: RegExp, read: (told: string, context: Context) => unknown];
const places = /^string [^:]* (from|to|folder|directory|path|zone|place|city|location|country)\b/;
/** The kinds of fields, each with its clues, in the order in which they take their values. */
const kinds: readonly [RegExp, (field: Field) => readonly Clue[]][] = [
  [/^choice/, toChoiceClues],
  [/^string .*\b(?:expression|formula)\b/, () => [[looks.arithmetic, String]]],
  [/^string .*\bduration\b/, () => [[looks.duration, String]]],
  [/^string (?:date-|(?!date )[^:]*\b(?:time(?! zone)|start)\b)/, () => [[looks.start, toDays]]],
  [/^string (?!date )[^:]*\b(?:end|until)\b/, () => [[looks.end, toDays]]],
  [/^string (?:date|[^:]*\b(?:date|day)\b)/, () => [[looks.day, toDays]]],
  [/^(?:number|integer)/, toNumberClues],
  [/^string .*\bunit\b/i, toUnitClues],
  [places, toTextClues],
  [/^string/, toTextClues],
];
const kindOf = ({ label }: Field) => kinds.findIndex(([fits]) => fits.test(label));
const toDays: Clue[1] = (told, { now }) => told.replace(looks.day, (one) => looks.toDay(one, now));

/** The call of a tool that a wish asks for, and what it must tell yet; nothing when it says too much else. */
export function fillArguments(wish: string, context: Context) {
  const { name: tool, fields, isKnown } = context;
  const values = new Map<string, unknown>();
  let text = wish;
  for (const field of fields.toSorted((a, b) => kindOf(a) - kindOf(b))) {
    for (const [pattern, read] of kinds[kindOf(field)]?.[1](field) ?? []) {
      text = text.replace(pattern, (found: string, ...groups: unknown[]) => {
        const told = groups.slice(0, -2).filter(Boolean).join(' ') || found;
        const value = values.has(field.name) ? '' : read(told, context);
        if (value === '' || value === undefined) return found;
        values.set(field.name, value);
        return '¦';
      });
    }
  }
  const missing = fields.filter(({ name, required }) => required && !values.has(name));
  const input = missing.length > 0 ? undefined : Object.fromEntries(values);
  const unread = toTerms(text).filter((term) => !isKnown(term) && !/^\d/.test(term));
  return unread.length > Math.min(values.size, 1) ? [] : [{ tool, missing, input }];
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
/** A number beside a word of the field ("5 results"); for a required one, else the first, or "a". */
function toNumberClues({ label, required }: Field): Clue[] {
  const near = `(?:${toTerms(label.replace(/^\w+/, '')).join('|') || '(?!)'})\\p{L}*`;
  const beside = [`${near}\\s(${number})`, `(${number})\\s?${near}`].map(toPattern);
  const any = required ? [toPattern(`(?<!\\d-?)${number}(?!-\\d)`), toPattern('an?|one')] : [];
  const read = (told: string) => Number(told.replace(/[$€£,]/g, '').replace(/^[ao].*/i, '1'));
  return [...beside, ...any].map((pattern) => [pattern, read]);
}
/** A unit is behind the number that was read, the one to convert into behind "to" or "how many". */
function toUnitClues({ name }: Field): Clue[] {
  const leads = /to|target/i.test(name) ? ['how (?:many|much) ', '(?:to|into|in|as) '] : ['¦\\s?'];
  return leads.map((lead) => [toPattern(`${lead}(${looks.words})`), tidy]);
}
/** A text is what "in" or "from" leads to, what follows a colon, a quote, or all that is told. */
function toTextClues({ label, required }: Field): Clue[] {
  const lead = places
    .exec(label)?.[1]
    ?.replace(/^(?!from|to).*/, 'in|into|inside|at|near|under|to');
  const place = toPattern(`(?:${lead ?? '(?!)'})\\s+(?:"([^"]+)"|(${looks.words}))`);
  const clues: Clue[] = [
    [/^[^:]*\b(?:path|file)\b/.test(label) ? looks.filePath : /(?!)/, String],
    [place, toName],
    [/^[^:"]{1,120}:\s+(.+)$/gs, tidy],
    [/\bfiles?\b/.test(label) ? looks.code : looks.quoted, String],
    [/^.+$/gs, toFreeText],
  ];
  return clues.slice(0, lead && !required ? 2 : undefined);
}
const toName: Clue[1] = (told, { isKnown }) =>
  tidy(told.replace(/(?<!\S)[^\p{Lu}\s]\S*/gu, (word) => (isKnown(word) ? '' : word)));
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
