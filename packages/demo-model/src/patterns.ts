/** Finds words that stand by themselves. */
export const toPattern = (source: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`, 'giu');

export const quoted = /(?<!\w)(?:["“]([^"”\n]+)["”]|['`]([^'`\n]+)['`])(?!\w)/g;
/** A quote, a name of code, or a word in capitals. */
export const code = /"([^"\n]+)"|(?<!\w)[\w.]{0,60}(?:\p{Ll}\p{Lu}|\p{Lu}{4}|\w_\w)\w{0,60}/gu;
export const number = '[$€£]?-?\\d[\\d,]{0,20}(?:\\.\\d{1,20})?';
const operator = '(?:[-+*/^×÷]|(?:x|plus|minus|times|divided by)\\b|(?<=%|percent)\\s?of\\b)';
const operand = `(?:sqrt\\s?)?[(-]{0,4}${number}(?:\\s?(?:%|percent\\b))?\\){0,4}`;
const sum = `${operand}(?:\\s?${operator}\\s?${operand})+|(?:sqrt ?\\(|square root of )${number}\\)?`;
/** A stretch of arithmetic: no lone number, no day, no telephone number. */
export const arithmetic = toPattern(`(?<![.,/-])(?!\\d+-\\d+-|\\d{2,}-\\d{4}\\b|24/7)(?:${sum})`);
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const date = '(?:[12]\\d|3[01]|[1-9])(?:st|nd|rd|th)?';
const namedDay = `(?:${month} ${date}|${date}(?: of)? ${month})(?:,? \\d{4})?`;
export const day = toPattern(`\\d{4}-\\d\\d-\\d\\d|today|tomorrow|yesterday|${namedDay}`);

/** The day (`2026-03-12`) that a match of `day` means, seen from `now`. */
export function toDay(told: string, now: Date): string | undefined {
  const away = ['yesterday', 'today', 'tomorrow'].indexOf(told.toLowerCase()) - 1;
  const plain = told.replace(/(?<=\d)(?:st|nd|rd|th)|\bof\b/gi, '');
  const named = `${plain} ${/\d{4}/.test(plain) ? '' : now.getFullYear()} 00:00`;
  const found = new Date(away < -1 ? named : new Date(now).setDate(now.getDate() + away));
  return Number.isNaN(found.getTime()) ? undefined : found.toLocaleDateString('sv');
}
