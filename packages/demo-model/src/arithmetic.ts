const number = '[$€£]?\\d[\\d,]{0,20}(?:\\.\\d{1,20})?(?:\\s?(?:%|percent\\b))?';
const call = `(?:sqrt|abs|round|floor|ceil|min|max|sin|cos|tan|log10|log|exp)\\s?\\([^()]{1,80}\\)|square root of ${number}`;
const atom = `[(-]{0,4}(?:${call}|${number})\\){0,4}`;
const operator =
  '(?:[-+*/^×÷]|(?:x|plus|minus|times|multiplied by|divided by|to the power of|mod)\\b|(?<=(?:%|percent)\\s?)of\\b)';
const pattern = new RegExp(
  `(?<![\\p{L}\\d.,])(?:${atom}(?:\\s?${operator}\\s?${atom})+|${call})(?![\\p{L}\\d])`,
  'iu',
);

/** Digits with signs between them that are no sum: days, telephone numbers, "24/7". */
const lookalikes = /\d{4}-\d\d-\d\d|\b\d{2,}(?:-\d{2,})*-\d{4,}\b|\b24\/7\b/g;

/** The first stretch of arithmetic in a text, as it stands there; a lone number is none. */
export function findArithmetic(text: string): string | undefined {
  const masked = text.replace(lookalikes, (found) => '~'.repeat(found.length));
  const match = pattern.exec(masked);
  return match ? text.slice(match.index, match.index + match[0].length) : undefined;
}
