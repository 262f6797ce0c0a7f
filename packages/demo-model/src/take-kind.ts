import { findArithmetic } from './arithmetic.ts';
import { datePattern, toDate } from './dates.ts';
import { gap } from './free-text.ts';
import type { Reading } from './reading.ts';
import { type Field, toFields } from './schema.ts';
import { toStem, toTerms, toWords } from './words.ts';

/** What the type or the format tells apart: numbers, yes and no, days, sums, addresses. */
export function takeKind(field: Field, reading: Reading): unknown {
  const known = toTerms(`${field.name} ${field.about}`, true);
  if (field.type === 'number' || field.type === 'integer') return takeNumber(field, known, reading);
  if (field.type === 'boolean') {
    const name = toWords(field.name, true).join('[\\s_-]*') || gap;
    const match = new RegExp(`(?<![\\p{L}\\d])${name}(?![\\p{L}\\d])`, 'iu').exec(reading.text);
    if (!match) return undefined;
    reading.text = reading.text.replace(match[0], gap);
    return !/(?:\bno|\bnot|n't|\bwithout|\bnever)\b.{0,9}$/i.test(
      reading.text.slice(0, match.index),
    );
  }
  if (field.type === 'array') {
    const items = toFields({ properties: { item: field.items } })[0];
    if (items?.type !== 'number' && items?.type !== 'integer') return undefined;
    return reading.text.match(/-?\d[\d,]{0,20}(?:\.\d+)?(?=,?\s|$)/g)?.map(toNumber);
  }
  if (field.type !== 'string') return undefined;
  if (field.format.startsWith('date') || known.some((word) => word === 'date' || word === 'day')) {
    const match = datePattern.exec(reading.text);
    if (!match) return undefined;
    reading.text = reading.text.replace(match[0], gap);
    return toDate(match, reading.now) + (field.format === 'date-time' ? 'T00:00:00Z' : '');
  }
  if (known.some((word) => /^(?:expression|formula|equation|arithmetic)$/.test(word))) {
    return findArithmetic(reading.text);
  }
  if (field.format === 'email') return /[^\s@]{1,64}@[^\s@,]{1,190}\w/.exec(reading.text)?.[0];
  return field.format === 'uri' ? /https?:\/\/\S{1,2000}/.exec(reading.text)?.[0] : undefined;
}

/** A number beside a word of the parameter ("5 results"); for a required one, else the first. */
function takeNumber(field: Field, known: readonly string[], reading: Reading): number | undefined {
  const pattern =
    /(?:(\p{L}{1,40})\s)?(?<![\p{L}\d])([$€£]?-?\d[\d,]{0,20}(?:\.\d{1,20})?)\s?%?(?:\s?(\p{L}{1,40}))?/gu;
  const found = [...reading.text.matchAll(pattern)];
  const isNear = (word = '') => known.includes(toStem(word.toLowerCase()));
  const near = found.find(([, before, , after]) => isNear(before) || isNear(after));
  const digits = (near ?? (field.required ? found[0] : undefined))?.[2];
  if (digits === undefined) return undefined;
  reading.text = reading.text.replace(digits, gap);
  return toNumber(digits);
}

const toNumber = (text: string): number => Number(text.replace(/[^\d.-]/g, ''));
