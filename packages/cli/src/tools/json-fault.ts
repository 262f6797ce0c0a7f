import { JsonReader } from '@tenon/core/internal';

/** Where a text stops being JSON. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  /** What stands there; `undefined` at the end of the text. */
  readonly found: string | undefined;
}

/** What is wrong or right as a whole: an escape, a number or literal, one other character. */
const parts = /\\(?:u[\da-f]{0,4}|.)?|-?[\w.]+(?:(?<=\d[eE])[+-]\w+)?|./gisu;

/**
 * The first place of a text that is wrong, for a text that `JSON.parse` does not take: its own messages name a place in
 * some versions of Node alone.
 */
export function findJsonFault(text: string): JsonFault {
  const reader = new JsonReader(noSink);
  for (const { 0: part, index } of text.matchAll(parts)) {
    // a blank ends a number or literal, and does no harm within a text
    reader.feed(/[\w.+-]$/.test(part) ? `${part} ` : part);
    if (reader.state === 'invalid') return faultAt(text, index);
  }
  return faultAt(text, text.length);
}

function faultAt(text: string, place: number): JsonFault {
  const before = text.slice(0, place).split('\n');
  const [found] = text.slice(place);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, found };
}

const noSink = { open() {}, close() {}, key() {}, text() {}, scalar() {} };
