import { stripVTControlCharacters } from 'node:util';

/** A text of somebody else's that cannot steer the terminal: no escape sequences, no control characters but line ends and tabs. */
export function toPlainText(text: string): string {
  return stripVTControlCharacters(text).replace(/(?![\n\t])\p{Cc}/gu, '');
}

/** The same in one line. */
export function toPlainLine(text: string): string {
  return toPlainText(text).replace(/\s+/g, ' ').trim();
}
