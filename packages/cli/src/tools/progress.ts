/** What is asked of a stream to show progress on it. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shorter work needs no progress. */
const patience = 500;

/**
 * One line on a terminal that says what is being done, once it takes long; it is taken away at the end. Nothing where
 * the stream is no terminal.
 */
export class Progress {
  readonly #stream: ProgressStream;
  readonly #timer: NodeJS.Timeout | undefined;
  #words = '';
  #isShown = false;

  constructor(stream: ProgressStream, isWanted: boolean) {
    this.#stream = stream;
    if (stream.isTTY !== true || !isWanted) return;
    this.#timer = setTimeout(() => {
      this.#isShown = true;
      this.#show();
    }, patience);
    this.#timer.unref();
  }

  say(words: string): void {
    this.#words = words;
    if (this.#isShown) this.#show();
  }

  end(): void {
    clearTimeout(this.#timer);
    if (this.#isShown) this.#stream.write('\r\u001b[K');
    this.#isShown = false;
  }

  #show(): void {
    this.#stream.write(`\r\u001b[K${this.#words}`);
  }
}
