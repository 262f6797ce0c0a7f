import { quotePattern } from './words.ts';

const hard =
  '(?:[.!?]+(?=\\s)|[;\\n])\\s*(?:(?:and )?(?:then|also|finally|after that)\\b,? ?|and )?|,? (?:and )?(?:then|after that) ';
const boundary = new RegExp(`(?<hard>${hard})|,? and (?:also )?|, `, 'giu');

const maskQuotes = (text: string) =>
  text.replace(quotePattern, (found) => '~'.repeat(found.length));

/** The planner reads no further into a request than this, and says so. */
export const readLimit = 4000;

/** What comes after so many wishes, or pieces that could be one, stays with the last. */
const maxWishes = 12;
const maxPieces = 60;

/**
 * Splits a request into its wishes, in order. `strength` says how surely a piece is a wish of its
 * own (0: not at all); what is none belongs to the wish before it ("buy milk" and "eggs").
 */
export function toWishes(request: string, strength: (piece: string) => number): string[] {
  const text = request.slice(0, readLimit).replace(/[^\S\n]+/g, ' ');
  const wishes: string[] = [];
  let start = 0;
  let looked = 0;
  let glue = '';
  let isHard = true;
  const add = (piece: string) => {
    const last = wishes.at(-1);
    const isDictated = last !== undefined && /:\s/.test(maskQuotes(last));
    const needed = isHard && !isDictated ? 0 : isDictated && !isHard ? 2 : 1;
    if (last === undefined || strength(piece) >= needed) wishes.push(piece);
    else wishes[wishes.length - 1] = last + glue + piece;
  };
  for (const match of maskQuotes(text).matchAll(boundary)) {
    if (wishes.length >= maxWishes || ++looked > maxPieces) break;
    add(text.slice(start, match.index));
    glue = match[0];
    isHard = match.groups?.hard !== undefined;
    start = match.index + match[0].length;
  }
  add(text.slice(start));
  return wishes.map((wish) => wish.trim()).filter(Boolean);
}
