import { toJsonSafe } from '@tenon/core/internal';
import { toPlainLine } from '../plain-text.ts';

/** So much of a value is looked at; the screen shortens it to its width. */
const lengthShown = 300;

/** A value in one line: a text as it is, anything else as JSON. */
export function toShort(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(toJsonSafe(value)) ?? '');
  return toPlainLine(text.length > lengthShown ? `${cut(text, lengthShown)}…` : text);
}

/** Of a long text the beginning and the end: what came last is seen to grow. */
export function endsOf(text: string): string {
  if (text.length <= 2 * lengthShown) return text;
  return `${cut(text, lengthShown)}${text.slice(-lengthShown).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

/** The beginning of a text, without half a character at its end. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
