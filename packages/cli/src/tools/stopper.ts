import { abortedError, toSentence } from '../errors.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { readDuration, showDuration } from './duration.ts';

/** How long a tool that was stopped may take to put things in order. */
const grace = 1000;

/** Ends work early: when the user presses Ctrl-C, when the time is up, when nothing is left that could end it, on `fail`. */
export class Stopper {
  readonly #controller = new AbortController();
  readonly #timeout: number | undefined;
  readonly #interrupted: Promise<never>;
  #interrupt: (reason: Error) => void = () => {};
  isStopped = false;

  /** @param timeout as written, for instance `30s` */
  constructor(timeout: string | undefined) {
    this.#timeout = timeout === undefined ? undefined : readDuration(timeout, '--timeout');
    this.#interrupted = new Promise((_, reject) => {
      this.#interrupt = (reason) => reject(this.#stop(reason));
    });
    onInterrupt(() => this.#interrupt(abortedError()));
    this.#interrupted.catch(() => {});
  }

  /** Fires when the work is stopped. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something of the work failed that nobody waits for. */
  fail(error: unknown): void {
    const sentence = `What nobody waits for failed: ${toSentence(error)}`;
    this.#interrupt(new Error(sentence, { cause: error }));
  }

  /** What `work` gives, unless it is stopped. `who` stands at the beginning of the sentence that says so. */
  async guard<Result>(who: string, work: Promise<Result>): Promise<Result> {
    let onIdle: (() => void) | undefined;
    const idle = new Promise<never>((_, reject) => {
      onIdle = () =>
        reject(
          this.#stop(new Error(`${who} never ends: it waits for something that cannot come.`)),
        );
      process.once('beforeExit', onIdle);
    });
    try {
      return await Promise.race([work, idle, this.#interrupted]);
    } finally {
      process.off('beforeExit', onIdle as () => void);
    }
  }

  /** The same within the time limit. What was stopped is waited for a moment, so that it can clean up. */
  async run<Result>(who: string, work: () => Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const working = work();
    const late = new Promise<never>((_, reject) => {
      const limit = this.#timeout;
      if (limit === undefined) return;
      const sentence = `${who} was stopped because it did not end within ${showDuration(limit)}. Give it more time by --timeout.`;
      timer = setTimeout(() => reject(this.#stop(new Error(sentence))), limit);
    });
    try {
      return await this.guard(who, Promise.race([working, late]));
    } catch (error) {
      if (this.isStopped) await settledOrLate(working);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #stop(reason: Error): Error {
    this.isStopped = true;
    this.#controller.abort();
    return reason;
  }
}

async function settledOrLate(working: Promise<unknown>): Promise<void> {
  const settled = working.then(
    () => {},
    () => {},
  );
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, grace))]);
}
