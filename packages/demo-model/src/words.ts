/** Words that say nothing about which tool is meant, nor about what to give it. */
const fillers = new Set(
  `a about again all also am an and any are as at back be by can could d did do does don for from give
  got had has have hello hey hi here how i in into is it its just know ll let like m me much my need no
  not now of ok on one or our out over please re s should so some t tell than thank thanks that the
  their them then there these they this those to too up us ve want was we were what when where which
  who will with would you your`.split(/\s+/),
);

/** Whether a word carries no content of its own. */
export const isFiller = (word: string): boolean => fillers.has(word.toLowerCase());

/** The words of a text, in lower case; `createTool` and `create_tool` count as two when asked. */
export function toWords(text: string, splitNames = false): string[] {
  const open = splitNames ? text.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2') : text;
  return open.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The words of a text that carry content. */
export const toContent = (text: string, splitNames = false): string[] =>
  toWords(text, splitNames).filter((word) => !isFiller(word));

/** The words of a text that carry content, each cut to its stem. */
export const toTerms = (text: string, splitNames = false): string[] =>
  toContent(text, splitNames).map(toStem);

/** Makes `searching`, `searches` and `search` one word; crude, which is enough for a match. */
export function toStem(word: string): string {
  const singular = word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
  return singular.length < 5 ? singular : singular.replace(/(?:ing|ed|e)$/, '');
}

/** Matches the quoted stretches of a text. */
export const quotePattern =
  /"[^"\n]{1,500}"|“[^”\n]{1,500}”|`[^`\n]{1,500}`|(?<![\p{L}\d])'[^'\n]{1,500}'(?![\p{L}\d])/gu;

/** Reads a value of unknown shape as a record; anything else is an empty one. */
export const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Reads a value of unknown shape as a list; anything else is an empty one. */
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
