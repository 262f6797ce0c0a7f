import cliTruncate from 'cli-truncate';
import { type Colors, colorsFor } from '../colors.ts';

/**
 * Where a run is shown: its answer on stdout, a line for each thing that happens on stderr. When both are one terminal,
 * the last line may be one that still changes.
 */
export class Screen {
  readonly colors: Colors = colorsFor(process.stderr);
  readonly answerColors: Colors = colorsFor(process.stdout);
  readonly isTerminal =
    process.stdout.isTTY === true && process.stderr.isTTY === true && process.env.TERM !== 'dumb';
  #isAnswerOpen = false;
  #isChanging = false;

  /** A piece of an answer, as it comes. */
  answer(piece: string): void {
    if (piece === '') return;
    this.#clearChanging();
    process.stdout.write(piece);
    this.#isAnswerOpen = !piece.endsWith('\n');
  }

  /** Ends the line of an answer, if one is open. */
  endAnswer(): void {
    this.#clearChanging();
    if (this.#isAnswerOpen) process.stdout.write('\n');
    this.#isAnswerOpen = false;
  }

  /** One line, shortened to the width; `tail` is kept whole at its end. */
  line(text: string, tail = ''): void {
    this.tell(`${shorten(text, 'end', tail.length)}${this.colors.dim(tail)}`);
  }

  /** Lines that are told whole, however long. */
  tell(text: string): void {
    this.#clearChanging();
    if (this.isTerminal) this.endAnswer();
    process.stderr.write(`${text}\n`);
  }

  /** A line that the next one replaces; nothing without a terminal. */
  changing(text: string): void {
    if (!this.isTerminal) return;
    if (!this.#isChanging) this.endAnswer();
    process.stderr.write(`\r${clearLine}${shorten(text, 'middle')}`);
    this.#isChanging = true;
  }

  #clearChanging(): void {
    if (this.#isChanging) process.stderr.write(`\r${clearLine}`);
    this.#isChanging = false;
  }
}

const clearLine = '\u001b[K';

/** How long a line is where there is no width. */
const usualWidth = 340;

function shorten(text: string, position: 'end' | 'middle', reserved = 0): string {
  const { isTTY, columns } = process.stderr;
  const width = isTTY === true && columns > 0 ? columns - 1 : usualWidth;
  return cliTruncate(text, Math.max(1, width - reserved), { position });
}
