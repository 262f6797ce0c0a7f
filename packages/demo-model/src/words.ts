/** Words that say nothing about which tool is meant, nor about what to give it. */
const fillers = new Set(
  `a about again all also am an and any are as at back be by called can could d did do does don for
  first from give got had has have hello hey hi here how i if in into is it its just know ll let like m many me
  much my named need no not now of ok on one or our out over please s should so some t tell than thank
  thanks that the their them then there these they this those titled to too up us ve want was we were
  what when where which who will with would you your`.split(/\s+/),
);
/** A text as it is; anything else is none. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
/** The words of a text, in lower case; `createTool` and `create_tool` are two. */
export const toWords = (text: string): string[] => {
  const parted = text.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').toLowerCase();
  return parted.match(/[\p{L}\p{M}\p{N}]{1,30}/gu) ?? [];
};
/** The words of a text that carry content, each once, with `searching` and `searches` as one. */
export const toTerms = (text: string): string[] => {
  const words = toWords(text).filter((word) => !fillers.has(word));
  const singular = words.map((word) => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1'));
  const stems = singular.map((word) => (word.length < 5 ? word : word.replace(/(ing|ed|e)$/, '')));
  return [...new Set(stems)];
};

/** Finds words that stand by themselves; letters may follow a digit, as in `5km`. */
export const toPattern = (source: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])(?:${source})(?!(?<=\\p{L})\\p{L}|(?<=\\d)\\d)`, 'giu');
export const quoted = /(?<!\w)(?:["“]([^"”\n]+)["”]|['`]([^'`\n]+)['`])(?!\w)/g;
/** A quote, a name of code, or a word in capitals. */
export const code = /"([^"\n]+)"|(?<!\w)[\w.]{0,60}(?:\p{Ll}\p{Lu}|\p{Lu}{4}|\w_\w)\w{0,60}/gu;
export const filePath = /(?<![\w./-])(?:[\w@.-]{1,60}\/){0,20}[\w-][\w.-]{0,60}\.[a-z]\w{0,7}\b/gi;
export const number = '[$€£]?-?\\d[\\d,]{0,20}(?:\\.\\d{1,20})?';
const operator = '(?:[-+*/^×÷]|(?:x|plus|minus|times|divided by)\\b|(?<=%|percent)\\s?of\\b)';
const operand = `(?:sqrt\\s?)?[(-]{0,4}${number}(?:\\s?(?:%|percent\\b))?\\){0,4}`;
const sum = `${operand}(?:\\s?${operator}\\s?${operand})+|(?:sqrt ?\\(|square root of )${number}\\)?`;
/** A stretch of arithmetic: no lone number, no day, no telephone number. */
export const arithmetic = toPattern(`(?<![.,/-])(?!\\d+-\\d+-|\\d{2,}-\\d{4}\\b|24/7)(?:${sum})`);
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const date = '(?:[12]\\d|3[01]|[1-9])(?:st|nd|rd|th)?';
const namedDay = `(?:${month} ${date}|${date}(?: of)? ${month})(?:,? \\d{4})?`;
const anyDay = `\\d{4}-\\d\\d-\\d\\d|today|tomorrow|yesterday|${namedDay}`;
export const day = toPattern(anyDay);
const stop = `(?!(?:in|inside|at|near|under|from|to|into|as|for|on|and|is|are|be|that|contain|mention|plus|minus|until|what|when|how|please|right|now|time)\\b)`;
/** A few words that name a place, a zone or a unit. */
export const words = `${stop}[^\\s,;:?!¦"]+(?: ${stop}[^\\s,;:?!¦"]+){0,4}`;
const clock = '\\d{1,2}:\\d\\d(?::\\d\\d)?(?:\\s?[ap]m)?|\\d{1,2}\\s?[ap]m|noon|midnight';
const zone = `(?: in (${words})| (\\w+/\\w+|utc|gmt|[ecmp][sde]?t|${words}(?= (?:time|in|to|is)\\b)))?`;
const dated = `(?:(${anyDay})(?:t| at |, | ))?(${clock})(?: (?:on )?(${anyDay}))?${zone}`;
const moment = `${dated}(?:(?=.*? on (${anyDay}))|)|(${anyDay})`;
export const start = toPattern(`(?<!until )(?:${moment})`);
/** One behind "until", or behind "to" when the start has been read. */
export const end = toPattern(`(?:until|(?<=¦ )(?:to|and)) (?:${moment})`);
const span = '(?:\\d{1,9}(?:\\.\\d{1,9})?|an?|one) (?:second|minute|hour|day|week|month|year)s?';
const spans = `${span}(?:(?:,? and|,)? ${span}){0,4}`;
export const duration = toPattern(`(?:(?:minus|subtract) |-)?${spans}(?: (?:ago|before|earlier))?`);
/** The day (`2026-03-12`) that a match of `day` means, seen from `now`. */
export function toDay(told: string, now: Date): string {
  const away = ['yesterday', 'today', 'tomorrow'].indexOf(told.toLowerCase()) - 1;
  const plain = told.replace(/(?<=\d)(?:st|nd|rd|th)|\bof\b/gi, '');
  const named = `${plain} ${/\d{4}/.test(plain) ? '' : now.getFullYear()} 00:00`;
  const then = new Date(away < -1 ? named : new Date(now).setDate(now.getDate() + away));
  return /^\d{4}-/.test(told) || Number.isNaN(+then) ? told : then.toLocaleDateString('sv');
}
