import type { DataChunk } from '../chunks/index.ts';

/** Any chunk that `writer.custom` puts on the stream; `data-*` is the form that user interfaces know. */
export type CustomChunk = DataChunk | { readonly type: string; readonly [key: string]: unknown };

/** Where the things go that a tool says while it runs. */
export interface WriterSink {
  /** One `tool-output` chunk. */
  output(data: unknown): void;
  /** The chunk as it is. */
  custom(chunk: CustomChunk): void;
}

/**
 * What a running tool writes to. `write` and `custom` settle at once; it is a `WritableStream` too, so that
 * `readable.pipeTo(writer)` forwards a stream as one `tool-output` chunk each.
 */
export class ToolWriter extends WritableStream<unknown> {
  readonly #sink: WriterSink;

  constructor(sink: WriterSink) {
    super({ write: (data) => sink.output(data) });
    this.#sink = sink;
  }

  /** Emits one `tool-output` chunk with the call's id and the key of the tool. */
  async write(data: unknown): Promise<void> {
    this.#sink.output(data);
  }

  /** Emits `chunk` as it is, for instance `{ type: 'data-progress', data: { percent: 50 } }`. Throws at once, whether or not it is awaited. */
  custom(chunk: CustomChunk): Promise<void> {
    if (typeof (chunk as CustomChunk | null | undefined)?.type !== 'string') {
      throw new TypeError(
        "writer.custom takes a chunk with a type, for instance { type: 'data-progress', data }.",
      );
    }
    this.#sink.custom(chunk);
    return Promise.resolve();
  }
}

/** The writer of any copy of this package: to TypeScript a class with private fields is another in each. */
export type AnyToolWriter = Pick<ToolWriter, keyof ToolWriter>;

/** For calls that nobody listens to. */
export const silentSink: WriterSink = { output: () => {}, custom: () => {} };
