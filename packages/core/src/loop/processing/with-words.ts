import type { ModelReply, ReplyPart } from '../../journal/index.ts';
import { type StoredPart, toWellFormed } from '../../messages/index.ts';

/**
 * A reply with the texts and thoughts that these parts have in place of its own, in their order; its calls and all else
 * stay. The same reply where nothing differs.
 */
export function withWords(reply: ModelReply, parts: readonly StoredPart[]): ModelReply {
  const texts = replaced(reply.content, 'text', wordsOf(parts, 'text'));
  const content = replaced(texts, 'reasoning', wordsOf(parts, 'reasoning'));
  if (content === reply.content) return reply;
  let text = '';
  for (const part of content) if (part.type === 'text') text += part.text;
  // its body says what they were
  const { body: _, ...response } = reply.response;
  return { ...reply, content, text, response };
}

export function wordsOf(parts: readonly StoredPart[], type: 'text' | 'reasoning'): string[] {
  return parts.flatMap((part) => {
    if (part.type !== type) return [];
    const { text } = part as { readonly text?: unknown };
    return typeof text === 'string' ? [text] : [];
  });
}

/** Words too many go on the last part, missing ones leave theirs empty. */
function replaced(
  content: readonly ReplyPart[],
  type: 'text' | 'reasoning',
  words: readonly string[],
): readonly ReplyPart[] {
  const places = content.flatMap((part, at) => (isSaid(part, type) ? [at] : []));
  const last = places.length - 1;
  if (last === -1) {
    const text = words.join('');
    if (text === '' || type === 'reasoning') return content;
    return [{ type, text, providerMetadata: undefined }, ...content];
  }
  const next = content.slice();
  let isChanged = false;
  for (const [n, at] of places.entries()) {
    const part = content[at] as Extract<ReplyPart, { type: 'text' | 'reasoning' }>;
    const text = n === last ? words.slice(n).join('') : (words[n] ?? '');
    if (text === toWellFormed(part.text)) continue;
    isChanged = true;
    // a provider vouches for the thoughts that it wrote, not for others
    const isUnsigned = text === '' || type === 'reasoning';
    next[at] = { ...part, text, ...(isUnsigned && { providerMetadata: undefined }) };
  }
  return isChanged ? next : content;
}

/** Others stand in no message. */
const isSaid = (part: ReplyPart, type: 'text' | 'reasoning'): boolean =>
  part.type === type && (part.text !== '' || part.providerMetadata !== undefined);
