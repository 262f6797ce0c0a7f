import type { GrowingForm } from './growing-form.ts';
import { GrowingValue } from './growing-value.ts';

/** With which mark the values begin that are looked for. A text counts only where nothing stands before it. */
export interface JsonStarts {
  readonly object: boolean;
  readonly list: boolean;
  readonly text: boolean;
}

/** Something that only looked like JSON or broke off: where it would have ended is looked for. */
interface Broken {
  depth: number;
  isQuoted: boolean;
  isEscaped: boolean;
}

/**
 * Finds the JSON values in a text that comes in pieces: among words, and in code fences. Line breaks may stand in their
 * texts as they are. What stands within a value that is broken counts for nothing, so that no part of an answer is
 * taken for the whole of it. Each character is looked at once.
 */
export class JsonFinder {
  readonly #starts: JsonStarts;
  readonly #form: GrowingForm | undefined;
  readonly #found: unknown[] = [];
  /** The last one that was begun. */
  #growing: GrowingValue | undefined;
  /** The last one of which there is something. */
  #shown: GrowingValue | undefined;
  #isReading = false;
  #broken: Broken | undefined;
  #isBlank = true;

  /** With a form, what is shown while a value is written is in the form that it is turned over to. */
  constructor(starts: JsonStarts, form?: GrowingForm) {
    this.#starts = starts;
    this.#form = form;
  }

  /** The last value of which something is there, as far as it is: it grows with each piece. */
  get value(): unknown {
    return this.#shown?.value;
  }

  /** The complete values as they were written, in their order. */
  get found(): readonly unknown[] {
    return this.#found;
  }

  /** Whether something of a value is there whose end is not. */
  get isOpen(): boolean {
    return this.#isReading && this.#growing?.hasPart === true;
  }

  add(piece: string): void {
    let index = 0;
    while (index < piece.length) {
      if (this.#broken !== undefined) index = this.#skip(this.#broken, piece, index);
      else if (this.#isReading) index = this.#read(this.#growing as GrowingValue, piece, index);
      else index = this.#search(piece, index);
    }
  }

  #search(piece: string, start: number): number {
    for (let index = start; index < piece.length; index++) {
      const mark = piece[index] as string;
      if (this.#isStart(mark)) {
        this.#growing = new GrowingValue(this.#form, { takesRaw: true });
        this.#shown ??= this.#growing;
        this.#isReading = true;
        this.#isBlank = false;
        return index;
      }
      if (this.#isBlank && mark.trim() !== '') this.#isBlank = false;
    }
    return piece.length;
  }

  #isStart(mark: string): boolean {
    const { object, list, text } = this.#starts;
    if (mark === '{') return object;
    if (mark === '[') return list;
    return mark === '"' && text && this.#isBlank;
  }

  #read(growing: GrowingValue, piece: string, start: number): number {
    const end = growing.addValue(piece, start);
    const { state } = growing;
    if (growing.hasPart || state === 'complete') this.#shown = growing;
    if (state === 'partial') return end;
    this.#isReading = false;
    if (state === 'complete') {
      this.#found.push(growing.written);
      return end;
    }
    // words in braces are only words; what was more is broken to its end
    if (growing.hasPart) {
      this.#broken = { depth: growing.depth, isQuoted: growing.isQuoted, isEscaped: false };
    }
    return Math.max(end - 1, start);
  }

  #skip(broken: Broken, piece: string, start: number): number {
    for (let index = start; index < piece.length; index++) {
      const mark = piece[index] as string;
      if (broken.isEscaped) broken.isEscaped = false;
      else if (mark === '\\') broken.isEscaped = broken.isQuoted;
      else if (mark === '"') broken.isQuoted = !broken.isQuoted;
      else if (broken.isQuoted) continue;
      else if (mark === '{' || mark === '[') broken.depth++;
      else if (mark === '}' || mark === ']') broken.depth--;
      if (broken.depth > 0) continue;
      this.#broken = undefined;
      return index + 1;
    }
    return piece.length;
  }
}
