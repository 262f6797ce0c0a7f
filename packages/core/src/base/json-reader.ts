/** Is told what a JSON text says while it is being read. */
export interface JsonSink {
  /** An object or a list begins. */
  open(isList: boolean): void;
  /** The object or list that was opened last is complete. */
  close(): void;
  /** The next value belongs to this property. */
  key(name: string): void;
  /** A text so far; called again while it grows. */
  text(soFar: string, isComplete: boolean): void;
  /** A number, boolean or `null`, once all of it is there. */
  scalar(value: number | boolean | null): void;
}

/** What was read is a whole value, the beginning of one, or cannot become JSON any more. */
export type JsonState = 'complete' | 'partial' | 'invalid';

type Expected =
  | 'value'
  | 'item or end'
  | 'key or end'
  | 'key'
  | 'colon'
  | 'comma or end'
  | 'nothing';

const space = 0x20;
const quote = 0x22;
const backslash = 0x5c;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const literals: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const aNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads a JSON text that comes in pieces, cut anywhere. Each character is looked at once, so the cost is that of the
 * text however many pieces there are. What follows the first mistake is not read.
 */
export class JsonReader {
  readonly #sink: JsonSink;
  /** Whether line breaks and the like may stand in texts as they are, which JSON wants escaped. */
  readonly #takesRaw: boolean;
  /** For each open object or list, whether it is a list. */
  readonly #open: boolean[] = [];
  #expected: Expected = 'value';
  #isInvalid = false;
  /** Within a key or a text. */
  #within: 'key' | 'text' | undefined;
  #text = '';
  /** The first half of a character of two, which is not shown alone. */
  #half = '';
  /** What stands of an escape after its backslash. */
  #escape: string | undefined;
  /** What stands of a number or a literal. */
  #token = '';

  constructor(sink: JsonSink, { takesRaw = false }: { readonly takesRaw?: boolean } = {}) {
    this.#sink = sink;
    this.#takesRaw = takesRaw;
  }

  get state(): JsonState {
    if (this.#isInvalid) return 'invalid';
    return this.#expected === 'nothing' ? 'complete' : 'partial';
  }

  /** How many objects and lists are open. */
  get depth(): number {
    return this.#open.length;
  }

  /** Whether what comes next stands in a key or a text. */
  get isQuoted(): boolean {
    return this.#within !== undefined;
  }

  feed(piece: string): void {
    this.#read(piece, 0, false);
  }

  /** Reads on from `start`, not beyond the value or a mistake. Gives the place after the last character it looked at. */
  feedValue(piece: string, start: number): number {
    return this.#read(piece, start, true);
  }

  #read(piece: string, start: number, isValueAlone: boolean): number {
    if (this.#isInvalid) return start;
    let index = start;
    while (index < piece.length && !this.#isInvalid) {
      if (isValueAlone && this.#expected === 'nothing') return index;
      if (this.#within === undefined) index = this.#readBetween(piece, index);
      else if (this.#escape === undefined) index = this.#readText(piece, index);
      else this.#readEscape(piece[index++] as string);
    }
    if (this.#within === 'text') this.#sink.text(this.#text, false);
    return index;
  }

  /** No more text follows: a number or literal that stands alone is complete. */
  end(): void {
    if (this.#open.length === 0 && toScalar(this.#token) !== undefined) this.#endToken();
  }

  /** Reads to the end of a text or key, to an escape in it, or to the end of the piece. */
  #readText(piece: string, start: number): number {
    let index = start;
    let code = piece.charCodeAt(index);
    while (code !== quote && code !== backslash && code >= space) code = piece.charCodeAt(++index);
    if (index > start) this.#grow(piece.slice(start, index));
    if (index === piece.length) return index;
    if (code === quote) this.#endText();
    else if (code === backslash) this.#escape = '';
    else if (this.#takesRaw) this.#grow(piece[index] as string);
    else this.#isInvalid = true;
    return index + 1;
  }

  #readEscape(character: string): void {
    const written = `${this.#escape}${character}`;
    if (written[0] !== 'u') {
      const meant = escapes[character];
      if (meant === undefined) this.#isInvalid = true;
      else this.#grow(meant);
      this.#escape = undefined;
    } else if (written.length > 1 && !/[\da-f]/i.test(character)) {
      this.#isInvalid = true;
    } else if (written.length === 5) {
      this.#escape = undefined;
      this.#grow(String.fromCharCode(Number.parseInt(written.slice(1), 16)));
    } else {
      this.#escape = written;
    }
  }

  #grow(more: string): void {
    const text = this.#half === '' ? more : this.#half + more;
    const last = text.charCodeAt(text.length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    this.#half = isHalf ? text.slice(-1) : '';
    this.#text += isHalf ? text.slice(0, -1) : text;
  }

  #endText(): void {
    const text = this.#text + this.#half;
    const isKey = this.#within === 'key';
    this.#text = this.#half = '';
    this.#within = undefined;
    if (isKey) {
      this.#sink.key(text);
      this.#expected = 'colon';
    } else {
      this.#sink.text(text, true);
      this.#afterValue();
    }
  }

  /** Reads all that the piece has of a number or literal, or one character that stands alone. */
  #readBetween(piece: string, start: number): number {
    let index = start;
    let code = piece.charCodeAt(index);
    while (isInToken(code)) code = piece.charCodeAt(++index);
    if (index > start) {
      if (this.#token === '' && !this.#takesValue()) this.#isInvalid = true;
      this.#token += piece.slice(start, index);
      return index;
    }
    if (this.#token !== '') this.#endToken();
    if (!this.#isInvalid && !isSpace(code)) this.#readMark(piece[index] as string);
    return index + 1;
  }

  #takesValue(): boolean {
    return this.#expected === 'value' || this.#expected === 'item or end';
  }

  #endToken(): void {
    const token = this.#token;
    this.#token = '';
    const value = toScalar(token);
    if (value === undefined) {
      this.#isInvalid = true;
      return;
    }
    this.#sink.scalar(value);
    this.#afterValue();
  }

  #readMark(mark: string): void {
    const expected = this.#expected;
    if (mark === '"' && (this.#takesValue() || expected === 'key' || expected === 'key or end')) {
      this.#within = this.#takesValue() ? 'text' : 'key';
    } else if ((mark === '{' || mark === '[') && this.#takesValue()) {
      const isList = mark === '[';
      this.#open.push(isList);
      this.#expected = isList ? 'item or end' : 'key or end';
      this.#sink.open(isList);
    } else if (mark === ':' && expected === 'colon') {
      this.#expected = 'value';
    } else if (mark === ',' && expected === 'comma or end') {
      this.#expected = this.#open.at(-1) ? 'value' : 'key';
    } else if (this.#isEnd(mark)) {
      this.#open.pop();
      this.#sink.close();
      this.#afterValue();
    } else {
      this.#isInvalid = true;
    }
  }

  #isEnd(mark: string): boolean {
    const isList = this.#open.at(-1);
    if (mark !== (isList ? ']' : '}') || isList === undefined) return false;
    const empty: Expected = isList ? 'item or end' : 'key or end';
    return this.#expected === empty || this.#expected === 'comma or end';
  }

  #afterValue(): void {
    this.#expected = this.#open.length === 0 ? 'nothing' : 'comma or end';
  }
}

function toScalar(token: string): number | boolean | null | undefined {
  if (literals.has(token)) return literals.get(token);
  return aNumber.test(token) ? Number(token) : undefined;
}

const isSpace = (code: number): boolean =>
  code === space || code === 0x0a || code === 0x09 || code === 0x0d;

/** What numbers and literals are made of: digits, small letters, `-`, `+`, `.` and `E`. */
const isInToken = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x2d ||
  code === 0x2b ||
  code === 0x2e ||
  code === 0x45;
