/** A chunk with its place, which counts up from 1 within the stream. */
export interface StreamEntry {
  readonly id: number;
  /** JSON. */
  readonly chunk: unknown;
}

export interface ReadStreamOptions {
  /** The place after which to begin: what a reader had last. Default: 0, before the first. */
  readonly afterId?: number | undefined;
}

/**
 * Keeps what runs say, so that a reader who lost the connection, or comes from another process, goes on where it was.
 * Anybody may read a stream before its first chunk is there.
 */
export interface StreamStore {
  /**
   * Writes chunks at the end, next to each other, and gives the place of the last that is there.
   * @throws TenonError `STORE_STREAM_ENDED`
   */
  append(
    streamId: string,
    chunks: readonly unknown[],
  ): Promise<{
    readonly lastId: number;
  }>;
  /** Says that no more comes: those who follow it come to their end. More than once is no error. */
  end(streamId: string): Promise<void>;
  /** What is there now. */
  read(
    streamId: string,
    options?: ReadStreamOptions & {
      /** At most so many. Default: all. */
      readonly limit?: number | undefined;
    },
  ): Promise<{ readonly chunks: readonly StreamEntry[]; readonly isEnded: boolean }>;
  /**
   * What is there and what comes, each chunk once and in order, to the end of the stream, until it is deleted or the
   * signal fires; that is no error. Reading slowly holds nobody up.
   */
  follow(
    streamId: string,
    options?: ReadStreamOptions & { readonly signal?: AbortSignal | undefined },
  ): AsyncIterable<StreamEntry>;
  /** Whether there was such a stream. Its places begin at 1 again. */
  delete(streamId: string): Promise<boolean>;
  /** Removes streams to which nothing happened since a time, ended or not. How many. */
  deleteUnchangedSince(time: Date): Promise<number>;
}
