/** Words that say nothing about which tool is meant, nor about what to give it. */
const fillers = new Set(
  `a about again all also am an and any are as at back be by called can could d did do does don for
  from give got had has have hello hey hi here how i in into is it its just know ll let like m many me
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
