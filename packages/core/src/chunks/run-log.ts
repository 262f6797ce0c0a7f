type Result<T> = IteratorResult<T, undefined>;

/** Who waits for the log to grow or to end. */
export interface LogWaiter {
  wake(): void;
}

const end: { readonly done: true; readonly value: undefined } = { done: true, value: undefined };

/**
 * Everything one run has said so far. It only grows; any number of readers follow it, each from the first chunk, and
 * the run never waits for any of them.
 */
export class RunLog<T> {
  readonly chunks: T[] = [];
  #ended = false;
  #waiters: LogWaiter[] = [];

  get ended(): boolean {
    return this.#ended;
  }

  push(chunk: T): void {
    if (this.#ended) return;
    this.chunks.push(chunk);
    if (this.#waiters.length > 0) this.#wakeAll();
  }

  /** After it nothing is taken any more: late chunks are dropped. */
  end(): void {
    this.#ended = true;
    this.#wakeAll();
  }

  /** Wakes `waiter` once, at the next chunk or the end. */
  wait(waiter: LogWaiter): void {
    this.#waiters.push(waiter);
  }

  #wakeAll(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter.wake();
  }

  /** A reader from the first chunk. */
  [Symbol.asyncIterator](): LogReader<T> {
    return new LogReader(this);
  }
}

/** Hands out what is there, else waits for more; written by hand, since a generator costs twice as much. */
export class LogReader<T> implements AsyncIterableIterator<T, undefined>, LogWaiter {
  readonly #log: RunLog<T>;
  #index = 0;
  #left = false;
  /** The calls of `next()` that wait, oldest first; the log knows of the reader while there are any. */
  readonly #parked: ((result: Result<T>) => void)[] = [];
  readonly #park: (resolve: (result: Result<T>) => void) => void;

  constructor(log: RunLog<T>) {
    this.#log = log;
    this.#park = (resolve) => {
      if (this.#parked.push(resolve) === 1) log.wait(this);
    };
  }

  next(): Promise<Result<T>> {
    return this.#isReady ? Promise.resolve(this.#take()) : new Promise(this.#park);
  }

  /** For the log: there is a chunk, or there will be none. */
  wake(): void {
    while (this.#parked.length > 0 && this.#isReady) this.#parked.shift()?.(this.#take());
    if (this.#parked.length > 0) this.#log.wait(this);
  }

  return(): Promise<Result<T>> {
    this.#left = true;
    this.wake();
    return Promise.resolve(end);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  get #isReady(): boolean {
    return this.#index < this.#log.chunks.length || this.#log.ended || this.#left;
  }

  #take(): Result<T> {
    const { chunks } = this.#log;
    if (this.#left || this.#index >= chunks.length) return end;
    return { done: false, value: chunks[this.#index++] as T };
  }
}
