/** How long a reader waits before it looks for what other processes wrote: short at first, longer when nothing comes. */
const shortestMs = 20;
const longestMs = 500;

/** Tells those who follow a stream that something happened to it: at once in this process, or after a while. */
export class News {
  readonly #waiting = new Map<string, Set<() => void>>();

  tell(streamId: string): void {
    for (const wake of this.#waiting.get(streamId) ?? []) wake();
  }

  /** One who listens from now on, so that nothing is missed between a look and the wait. */
  listen(streamId: string, signal: AbortSignal | undefined): Listener {
    const wakes = this.#waiting.get(streamId) ?? new Set();
    const listener = new Listener(() => {
      wakes.delete(listener.wake);
      if (wakes.size === 0 && this.#waiting.get(streamId) === wakes) {
        this.#waiting.delete(streamId);
      }
      signal?.removeEventListener('abort', listener.wake);
    });
    this.#waiting.set(streamId, wakes.add(listener.wake));
    signal?.addEventListener('abort', listener.wake);
    return listener;
  }
}

class Listener {
  readonly leave: () => void;
  #hasNews = false;
  #pauseMs = shortestMs;
  #goOn: (() => void) | undefined;

  constructor(leave: () => void) {
    this.leave = leave;
  }

  readonly wake = (): void => {
    this.#hasNews = true;
    this.#goOn?.();
  };

  /** What was told until now is known. */
  startLooking(): void {
    this.#hasNews = false;
  }

  async wait(): Promise<void> {
    if (this.#hasNews) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#pauseMs);
      this.#goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#goOn = undefined;
    this.#pauseMs = this.#hasNews ? shortestMs : Math.min(this.#pauseMs * 2, longestMs);
  }
}
