/** Where a text stops being JSON. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  /** What stands there; `undefined` at the end of the text. */
  readonly found: string | undefined;
}

const space = /[ \t\n\r]*/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
/** As much of a text in quotes as can be read, without the last quote. */
const quoted = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;

/**
 * The first place of a text that is wrong, for a text that `JSON.parse` does not take: its own messages name a place in
 * some versions of Node alone.
 */
export function findJsonFault(text: string): JsonFault {
  const reader = new Reader(text);
  reader.value();
  const { place } = reader;
  const before = text.slice(0, place).split('\n');
  const [found] = text.slice(place);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, found };
}

/** Goes on until something does not fit, then stays where it is. */
class Reader {
  place = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  value(): boolean {
    this.#skip(space);
    const isRead =
      this.#list('{', '}', () => this.#member()) ??
      this.#list('[', ']', () => this.value()) ??
      this.#scalar();
    if (isRead) this.#skip(space);
    return isRead;
  }

  #member(): boolean {
    this.#skip(space);
    if (!this.#string()) return false;
    this.#skip(space);
    return this.#take(':') && this.value();
  }

  /** `undefined` where no such list begins. */
  #list(open: string, close: string, item: () => boolean): boolean | undefined {
    if (!this.#take(open)) return undefined;
    this.#skip(space);
    if (this.#take(close)) return true;
    do {
      if (!item()) return false;
      this.#skip(space);
    } while (this.#take(','));
    return this.#take(close);
  }

  #scalar(): boolean {
    return this.#text[this.place] === '"' ? this.#string() : this.#skip(scalar);
  }

  #string(): boolean {
    return this.#skip(quoted) && this.#take('"');
  }

  #take(mark: string): boolean {
    if (this.#text[this.place] !== mark) return false;
    this.place++;
    return true;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.place;
    const match = pattern.exec(this.#text);
    if (match === null) return false;
    this.place += match[0].length;
    return true;
  }
}
