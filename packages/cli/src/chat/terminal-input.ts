import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import { overlap } from '../overlap.ts';

/** Stands for a line end inside of a line, so that a pasted text of several lines is one request. */
export const lineMark = '↵';

const pasteStart = '\u001b[200~';
const pasteEnd = '\u001b[201~';
/** Two characters of a mark are typed by people too. */
const leastOfMark = 3;
const interrupt = '\u0003';
/** Behind what hands the keys over to somebody else. */
const ends = new RegExp(`(?<=[\r\n${interrupt}])`);

/**
 * The keys that are typed, from the opening of a chat to its end, so that nothing typed between two questions is lost.
 * The terminal echoes nothing and sends no signals meanwhile. What is pasted becomes one line.
 */
export class TerminalInput extends Readable {
  /** Takes Ctrl-C while nobody asks for a line. */
  onInterrupt: (() => void) | undefined;
  readonly #terminal: ReadStream;
  readonly #decoder = new StringDecoder('utf8');
  #isPasting = false;
  /** The beginning of a mark, until the rest of it comes. */
  #held = '';

  constructor(terminal: ReadStream) {
    super();
    this.#terminal = terminal;
  }

  open(): void {
    this.#terminal.setRawMode(true);
    this.#terminal.on('data', this.#take).on('end', this.#end).resume();
    process.on('SIGCONT', this.#comeBack);
    setBracketedPaste(true);
  }

  close(): void {
    setBracketedPaste(false);
    process.off('SIGCONT', this.#comeBack);
    this.#terminal.off('data', this.#take).off('end', this.#end).pause();
    this.#terminal.setRawMode(false);
  }

  override _read(): void {}

  readonly #take = (bytes: Buffer): void => {
    let text = this.#held + this.#decoder.write(bytes);
    this.#held = '';
    while (text !== '') {
      const mark = this.#isPasting ? pasteEnd : pasteStart;
      const position = text.indexOf(mark);
      const begun = position < 0 ? overlap(text, mark) : 0;
      const held = begun >= leastOfMark ? begun : 0;
      this.#pass(text.slice(0, position < 0 ? text.length - held : position));
      if (position < 0) {
        this.#held = text.slice(text.length - held);
        return;
      }
      this.#isPasting = !this.#isPasting;
      text = text.slice(position + mark.length);
    }
  };

  /** Line by line: whoever asks for one line leaves the next to whoever asks then. */
  #pass(text: string): void {
    if (this.#isPasting) {
      const marked = text.replace(/\r\n?|\n/g, lineMark).replace(/\t/g, '  ');
      this.#push(marked.replace(/\p{Cc}/gu, ''));
      return;
    }
    const { onInterrupt } = this;
    for (const part of text.split(ends)) {
      if (onInterrupt === undefined || !part.endsWith(interrupt)) this.#push(part);
      else {
        this.#push(part.slice(0, -1));
        onInterrupt();
      }
    }
  }

  #push(text: string): void {
    if (text !== '') this.push(text);
  }

  readonly #end = (): void => {
    this.push(null);
  };

  /** After Ctrl-Z and `fg`. */
  readonly #comeBack = (): void => {
    this.#terminal.setRawMode(true);
  };
}

function setBracketedPaste(isOn: boolean): void {
  if (process.env.TERM !== 'dumb') process.stdout.write(`\u001b[?2004${isOn ? 'h' : 'l'}`);
}
