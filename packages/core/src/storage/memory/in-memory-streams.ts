import { copyData } from '../../base/copy-data.ts';
import { toOwnJson } from '../../base/json-safe.ts';
import { noop } from '../../base/promise.ts';
import { assertCount, assertDate, assertId } from '../check.ts';
import { streamEnded } from '../stream-ended.ts';
import type { ReadStreamOptions, StreamEntry, StreamStore } from '../streams.ts';

interface Log {
  readonly chunks: unknown[];
  isEnded: boolean;
  changedAt: number;
}

/** Streams as long as the process lives. */
export class InMemoryStreams implements StreamStore {
  readonly #logs = new Map<string, Log>();
  /** Those who follow, by the stream; each is called when something happens to it. */
  readonly #followers = new Map<string, Set<() => void>>();

  async append(streamId: string, chunks: readonly unknown[]): Promise<{ lastId: number }> {
    assertId(streamId, 'streamId');
    if (this.#logs.get(streamId)?.isEnded) throw streamEnded(streamId);
    const kept = chunks.map(toOwnJson);
    const log = this.#change(streamId);
    for (const chunk of kept) log.chunks.push(chunk);
    return { lastId: log.chunks.length };
  }

  async end(streamId: string): Promise<void> {
    assertId(streamId, 'streamId');
    if (!this.#logs.get(streamId)?.isEnded) this.#change(streamId).isEnded = true;
  }

  async read(
    streamId: string,
    { afterId = 0, limit }: ReadStreamOptions & { readonly limit?: number | undefined } = {},
  ) {
    assertId(streamId, 'streamId');
    assertCount(afterId, 'afterId', 0);
    if (limit !== undefined) assertCount(limit, 'limit', 0);
    const { chunks = [], isEnded = false } = this.#logs.get(streamId) ?? {};
    const found = chunks.slice(afterId, limit === undefined ? undefined : afterId + limit);
    return {
      chunks: found.map((chunk, index) => ({ id: afterId + index + 1, chunk: copyData(chunk) })),
      isEnded,
    };
  }

  async *follow(
    streamId: string,
    { afterId = 0, signal }: ReadStreamOptions & { readonly signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<StreamEntry, void, undefined> {
    assertId(streamId, 'streamId');
    assertCount(afterId, 'afterId', 0);
    let wake = noop;
    const onChange = (): void => wake();
    const followers = this.#followers.get(streamId) ?? new Set();
    this.#followers.set(streamId, followers.add(onChange));
    signal?.addEventListener('abort', onChange);
    try {
      let followed = this.#logs.get(streamId);
      for (let id = afterId + 1; !signal?.aborted; ) {
        const log = this.#logs.get(streamId);
        followed ??= log;
        // another one under its id is another stream
        if (log !== followed) return;
        if (log !== undefined && id <= log.chunks.length) {
          yield { id, chunk: copyData(log.chunks[id - 1]) };
          id++;
        } else if (log?.isEnded) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      signal?.removeEventListener('abort', onChange);
      followers.delete(onChange);
      if (followers.size === 0 && this.#followers.get(streamId) === followers) {
        this.#followers.delete(streamId);
      }
    }
  }

  async delete(streamId: string): Promise<boolean> {
    assertId(streamId, 'streamId');
    return this.#remove(streamId);
  }

  async deleteUnchangedSince(time: Date): Promise<number> {
    assertDate(time, 'time');
    const old = [...this.#logs].filter(([, { changedAt }]) => changedAt < time.getTime());
    for (const [streamId] of old) this.#remove(streamId);
    return old.length;
  }

  /** The log, which is made where there is none. Those who follow look at it when the caller is done. */
  #change(streamId: string): Log {
    const log = this.#logs.get(streamId) ?? { chunks: [], isEnded: false, changedAt: 0 };
    this.#logs.set(streamId, log);
    log.changedAt = Date.now();
    this.#tell(streamId);
    return log;
  }

  #remove(streamId: string): boolean {
    const isRemoved = this.#logs.delete(streamId);
    this.#tell(streamId);
    return isRemoved;
  }

  #tell(streamId: string): void {
    for (const follower of this.#followers.get(streamId) ?? []) follower();
  }
}
