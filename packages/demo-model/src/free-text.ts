import { isFiller, toStem, toWords } from './words.ts';

/** Stands where a part of the text was taken for another parameter. */
export const gap = '¦';

const article = /^(?:the|a|an|my|our|your|this|these|its|all|any|me|us)$/i;
const command = /^(?:make|take|put|look|show|read|find|search|write|use|give|create)$/i;
const introducer =
  /^(?:about|that|for|saying|mention|mentions|mentioning|contain|contains|containing)$/i;
const noun = /^(?:words?|text|phrase|string|term|name)$/i;
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
  const words = (isMention ? text.slice(0, end.index) : text).split(/\s+/).filter(Boolean);
  let isInside = false;
  let at = 0;
  for (; at < words.length; at += 1) {
    const bare = (words[at] ?? '').replace(/[^\p{L}\p{N}¦]/gu, '');
    const isNext = introducer.test(bare) || (bare === 'to' && !article.test(words[at + 1] ?? ''));
    if (isNext && at > 0) isInside = true;
    const isCommand = isTool(bare) || command.test(bare) || isFiller(bare) || bare === gap;
    const isLead =
      article.test(bare) || (noun.test(bare) && at > 0 && article.test(words[at - 1] ?? ''));
    if (!(isNext || isLead || (!isInside && isCommand))) break;
  }
  // A misspelt command is known by nothing, but what it introduces still is.
  const told =
    at > 0
      ? words.slice(at).join(' ')
      : words.join(' ').replace(/^.{1,80}?\s(?:about|for|containing|mentioning)\s/i, '');
  return tidy(told);
}

/** Without gaps, without quotes around it, without the mark that ends the sentence. */
const tidy = (text: string): string =>
  text
    .replace(/\s*¦\s*/g, ' ')
    .trim()
    .replace(/(?<=[^.])[?.!]$/, '')
    .replace(/^(["'`“])(.*)["'`”]$/s, '$2');
