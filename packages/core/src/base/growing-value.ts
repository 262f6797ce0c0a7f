import { type Container, type GrowingForm, setPart } from './growing-form.ts';
import { GrowingView } from './growing-view.ts';
import { JsonReader, type JsonSink, type JsonState } from './json-reader.ts';

/**
 * The value of a JSON text that comes in pieces, as far as it is there: the same objects and lists, which grow with each
 * piece. Texts are there while they come; numbers, literals and keys when all of them is. A piece costs what is new in
 * it, so all pieces together cost what the text does.
 */
export class GrowingValue {
  readonly #reader: JsonReader;
  readonly #written = new Written();
  readonly #view: GrowingView | undefined;

  /**
   * With a form, what is shown is in the form that the complete value is turned over to. `takesRaw`: line breaks and the
   * like may stand in texts as they are.
   */
  constructor(form?: GrowingForm, options?: { readonly takesRaw?: boolean }) {
    if (form !== undefined) this.#view = this.#written.view = new GrowingView(form);
    this.#reader = new JsonReader(this.#written, options);
  }

  /** `undefined` while there is nothing. After a mistake in the text: what there was before it. */
  get value(): unknown {
    return this.#view === undefined ? this.#written.root : this.#view.shown;
  }

  /** What was written, in the form in which it was. */
  get written(): unknown {
    return this.#written.root;
  }

  get state(): JsonState {
    return this.#reader.state;
  }

  /** Whether something of an object or a list was read: a key, an item. */
  get hasPart(): boolean {
    return this.#written.hasPart;
  }

  /** How many objects and lists are open. */
  get depth(): number {
    return this.#reader.depth;
  }

  /** Whether what comes next stands in a key or a text. */
  get isQuoted(): boolean {
    return this.#reader.isQuoted;
  }

  add(piece: string): void {
    this.#reader.feed(piece);
  }

  /** Reads on from `start`, not beyond the value or a mistake. Gives the place after the last character it looked at. */
  addValue(piece: string, start: number): number {
    return this.#reader.feedValue(piece, start);
  }

  /** No more text follows. */
  end(): void {
    this.#reader.end();
  }
}

interface OpenContainer {
  readonly container: Container;
  /** Where its next part goes. */
  key: string | number;
}

/** Builds what is written. */
class Written implements JsonSink {
  root: unknown;
  hasPart = false;
  view: GrowingView | undefined;
  readonly #open: OpenContainer[] = [];

  open(isList: boolean): void {
    const container: Container = isList ? [] : {};
    this.#put(container);
    this.view?.open(container, this.#key);
    this.#open.push({ container, key: isList ? 0 : '' });
  }

  close(): void {
    const container = this.#open.pop()?.container;
    this.view?.close();
    this.#endPart(container);
  }

  key(name: string): void {
    this.hasPart = true;
    (this.#open.at(-1) as OpenContainer).key = name;
  }

  text(soFar: string, isComplete: boolean): void {
    this.#put(soFar);
    this.view?.text(soFar, isComplete, this.#key);
    if (isComplete) this.#endPart(soFar);
  }

  scalar(value: number | boolean | null): void {
    this.#put(value);
    this.view?.scalar(value, this.#key);
    this.#endPart(value);
  }

  get #key(): string | number {
    return this.#open.at(-1)?.key ?? '';
  }

  #put(value: unknown): void {
    const open = this.#open.at(-1);
    if (open === undefined) {
      this.root = value;
    } else {
      this.hasPart = true;
      setPart(open.container, open.key, value);
    }
  }

  #endPart(value: unknown): void {
    const open = this.#open.at(-1);
    if (open === undefined) return;
    this.view?.endPart(open.key, value);
    if (typeof open.key === 'number') open.key++;
  }
}
