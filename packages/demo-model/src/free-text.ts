import { isFiller, toStem, toWords } from './words.ts';

/** Stands where a part of the text was taken for another parameter. */
export const gap = '¦';

const article = /^(?:the|a|an|my|our|your|this|these|its|all|any|me|us)$/i;
const command = /^(?:make|take|put|look|show|read|find|search|write|use|give|create)$/i;
const introducer =
  /^(?:about|that|for|says|saying|mention|mentions|mentioning|contain|contains|containing)$/i;
const worded =
  /^.{0,80}\b(?:for|with|find|contain\w*|mention\w*) the (?:word|phrase|string|term|text) (?=\S)/is;
const tail =
  /[\s¦]+(?:in|into|on|from|with|as|of|under|to(?= (?:the|my|our|your|this|a)\b)) ([^:]{1,80})$/i;

/**
 * What is left of a wish for a free text: everything after a colon, else all but the command in
 * front ("please add a note that …") and a mention of the tool behind ("… to my notes").
 */
export function toFreeText(text: string, toolTerms: ReadonlySet<string>): string {
  const dictated = /^[^:]{1,120}:\s+(.+)$/s.exec(text)?.[1];
  if (dictated !== undefined) return tidy(dictated);
  const isTool = (word: string) => toolTerms.has(toStem(word.toLowerCase()));
  const end = tail.exec(text);
  const isMention = end?.[1] && toWords(end[1]).every((word) => isFiller(word) || isTool(word));
  const told = (isMention ? text.slice(0, end.index) : text).trim();
  if (worded.test(told)) return tidy(told.replace(worded, ''));
  const words = told.split(/\s+/);
  let isInside = false;
  let at = 0;
  for (; at < words.length; at += 1) {
    const bare = (words[at] ?? '').replace(/[^\p{L}\p{N}¦]/gu, '');
    const isNext = introducer.test(bare) || (bare === 'to' && !article.test(words[at + 1] ?? ''));
    if (isNext && at > 0) isInside = true;
    const isCommand = isTool(bare) || command.test(bare) || isFiller(bare) || bare === gap;
    if (!(isNext || article.test(bare) || (!isInside && isCommand))) break;
  }
  // A misspelt command is known by nothing, but what it introduces still is.
  const introduced = /^.{1,80}?\s(?:about|for|containing|mentioning)\s/i;
  return tidy(at > 0 ? words.slice(at).join(' ') : told.replace(introduced, ''));
}

/** Without gaps, without quotes around it, without the mark that ends the sentence. */
const tidy = (text: string): string =>
  text
    .replace(/\s*¦\s*/g, ' ')
    .trim()
    .replace(/(?<=[^.])[?.!]$/, '')
    .replace(/^(["'`“])(.*)["'`”]$/s, '$2');
