import { LogReader, type RunLog } from './run-log.ts';

/** A stream for `for await` too, also where the DOM types of a project do not know that streams can be iterated. */
export type IterableStream<T> = ReadableStream<T> & AsyncIterable<T>;

type StreamIterator<T> = ReturnType<ReadableStream<T>['values']>;

/**
 * A run's log as a real `ReadableStream`: `getReader`, `pipeThrough`, `tee` and `new Response(stream)` work. Iterating
 * it with `for await` goes past the stream's own queue, at the price of a bare iterator.
 */
export const LogStream: new <T>(log: RunLog<T>) => IterableStream<T> = class<
  T,
> extends ReadableStream<T> {
  readonly #log: RunLog<T>;

  constructor(log: RunLog<T>) {
    super(new LogSource(log), { highWaterMark: 0 });
    this.#log = log;
  }

  override values(): StreamIterator<T> {
    if (this.locked) throw new TypeError('This stream is locked: it already has a reader.');
    return new LogReader(this.#log) as unknown as StreamIterator<T>;
  }

  override [Symbol.asyncIterator](): StreamIterator<T> {
    return this.values();
  }
};

/** Gives a stream, at each pull, all that the log has; waits when it has nothing new. */
class LogSource<T> {
  readonly #log: RunLog<T>;
  #index = 0;
  #left = false;

  constructor(log: RunLog<T>) {
    this.#log = log;
  }

  async pull(controller: ReadableStreamDefaultController<T>): Promise<void> {
    const log = this.#log;
    if (this.#index >= log.chunks.length && !log.ended) {
      await new Promise<void>((resolve) => log.wait({ wake: resolve }));
    }
    if (this.#left) return;
    while (this.#index < log.chunks.length) controller.enqueue(log.chunks[this.#index++] as T);
    if (log.ended) controller.close();
  }

  cancel(): void {
    this.#left = true;
  }
}

/** The part of a log that `pick` gives something for, as a stream. */
export function pickFromLog<T, Picked>(
  log: RunLog<T>,
  pick: (chunk: T) => Picked | undefined,
): IterableStream<Picked> {
  const reader = new LogReader(log);
  return new ReadableStream<Picked>(
    {
      async pull(controller) {
        for (;;) {
          const next = await reader.next();
          if (next.done) return controller.close();
          const picked = pick(next.value);
          if (picked !== undefined) return controller.enqueue(picked);
        }
      },
      cancel() {
        void reader.return();
      },
    },
    { highWaterMark: 0 },
  );
}
