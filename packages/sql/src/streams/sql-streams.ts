import {
  assertCount,
  assertDate,
  assertId,
  type ReadStreamOptions,
  type StreamEntry,
  type StreamStore,
  streamEnded,
} from '@tenon/core/storage';
import type { SqlFlavor } from '../flavor.ts';
import { type Database, inChunks, readTogether, write } from '../transactions.ts';
import { fromText, toText, toTime } from '../values.ts';
import { News } from './news.ts';

/** How many chunks one who follows takes at a time. */
const chunksAtOnce = 100;

/** Streams in a database. Those who follow hear of this process at once, and look now and then for what others wrote. */
export class SqlStreams implements StreamStore {
  readonly #database: Database;
  readonly #flavor: SqlFlavor;
  readonly #news = new News();

  constructor(database: Database, flavor: SqlFlavor) {
    this.#database = database;
    this.#flavor = flavor;
  }

  async append(streamId: string, chunks: readonly unknown[]): Promise<{ lastId: number }> {
    assertId(streamId, 'streamId');
    const texts = chunks.map(toText);
    const lastId = await this.#change(streamId, async (transaction, stream) => {
      if (stream.endedAt !== null) throw streamEnded(streamId);
      const rows = texts.map((chunk, index) => ({
        stream_id: streamId,
        id: stream.lastId + index + 1,
        chunk,
      }));
      await inChunks(rows, (some) =>
        transaction.insertInto('tenon_stream_chunks').values(some).execute(),
      );
      return { last_id: stream.lastId + rows.length };
    });
    return { lastId };
  }

  async end(streamId: string): Promise<void> {
    assertId(streamId, 'streamId');
    await this.#change(streamId, async (_, { endedAt }) =>
      endedAt === null ? { ended_at: Date.now() } : undefined,
    );
  }

  async read(
    streamId: string,
    { afterId = 0, limit }: ReadStreamOptions & { readonly limit?: number | undefined } = {},
  ) {
    assertId(streamId, 'streamId');
    assertCount(afterId, 'afterId', 0);
    if (limit !== undefined) assertCount(limit, 'limit', 0);
    const { chunks, stream } = await look(this.#database, streamId, afterId, limit);
    return { chunks, isEnded: stream !== undefined && stream.ended_at !== null };
  }

  async *follow(
    streamId: string,
    { afterId = 0, signal }: ReadStreamOptions & { readonly signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<StreamEntry, void, undefined> {
    assertId(streamId, 'streamId');
    assertCount(afterId, 'afterId', 0);
    const listener = this.#news.listen(streamId, signal);
    try {
      let followed: number | undefined;
      for (let lastId = afterId; !signal?.aborted; ) {
        listener.startLooking();
        const { stream, chunks } = await look(this.#database, streamId, lastId, chunksAtOnce);
        followed ??= stream?.position;
        // another one under its id is another stream
        if (stream?.position !== followed) return;
        for (const entry of chunks) {
          if (signal?.aborted) return;
          yield entry;
          lastId = entry.id;
        }
        if (chunks.length > 0) continue;
        if (stream !== undefined && stream.ended_at !== null) return;
        await listener.wait();
      }
    } finally {
      listener.leave();
    }
  }

  async delete(streamId: string): Promise<boolean> {
    assertId(streamId, 'streamId');
    return (await this.#remove([streamId])) > 0;
  }

  async deleteUnchangedSince(time: Date): Promise<number> {
    assertDate(time, 'time');
    const old = await this.#database
      .selectFrom('tenon_streams')
      .select('stream_id')
      .where('changed_at', '<', toTime(time))
      .execute();
    const streamIds = old.map(({ stream_id }) => stream_id);
    return this.#remove(streamIds, time);
  }

  /** Changes a stream, which is made where there is none, by what `act` says; gives the place of its last chunk. */
  async #change(
    streamId: string,
    act: (
      transaction: Database,
      stream: { readonly lastId: number; readonly endedAt: number | null },
    ) => Promise<{ readonly last_id?: number; readonly ended_at?: number } | undefined>,
  ): Promise<number> {
    const result = await write(this.#database, async (transaction) => {
      await transaction
        .insertInto('tenon_streams')
        .values({ stream_id: streamId, last_id: 0, ended_at: null, changed_at: Date.now() })
        .onConflict((conflict) => conflict.column('stream_id').doNothing())
        .execute();
      const { last_id, ended_at } = await transaction
        .selectFrom('tenon_streams')
        .select(['last_id', 'ended_at'])
        .where('stream_id', '=', streamId)
        .$if(this.#flavor.locksRows, (query) => query.forUpdate())
        .executeTakeFirstOrThrow();
      const lastId = Number(last_id);
      const change = await act(transaction, { lastId, endedAt: ended_at });
      if (change === undefined) return lastId;
      await transaction
        .updateTable('tenon_streams')
        .set({ ...change, changed_at: Date.now() })
        .where('stream_id', '=', streamId)
        .execute();
      return change.last_id ?? lastId;
    });
    this.#news.tell(streamId);
    return result;
  }

  /** Removes streams: of those that changed since a time, none. */
  async #remove(streamIds: readonly string[], unchangedSince?: Date): Promise<number> {
    let removed = 0;
    await inChunks(streamIds, (ids) =>
      write(this.#database, async (transaction) => {
        const gone = await transaction
          .deleteFrom('tenon_streams')
          .where('stream_id', 'in', ids)
          .$if(unchangedSince !== undefined, (query) =>
            query.where('changed_at', '<', toTime(unchangedSince as Date)),
          )
          .returning('stream_id')
          .execute();
        removed += gone.length;
        if (gone.length === 0) return;
        const goneIds = gone.map(({ stream_id }) => stream_id);
        await transaction
          .deleteFrom('tenon_stream_chunks')
          .where('stream_id', 'in', goneIds)
          .execute();
      }),
    );
    for (const streamId of streamIds) this.#news.tell(streamId);
    return removed;
  }
}

/** A stream as it is now, and chunks of it. */
async function look(
  database: Database,
  streamId: string,
  afterId: number,
  limit: number | undefined,
) {
  return readTogether(database, async (transaction) => {
    const stream = await transaction
      .selectFrom('tenon_streams')
      .select(['position', 'ended_at'])
      .where('stream_id', '=', streamId)
      .executeTakeFirst();
    const rows = await transaction
      .selectFrom('tenon_stream_chunks')
      .select(['id', 'chunk'])
      .where('stream_id', '=', streamId)
      .where('id', '>', afterId)
      .orderBy('id')
      .$if(limit !== undefined, (query) => query.limit(limit as number))
      .execute();
    const chunks = rows.map(({ id, chunk }) => ({ id: Number(id), chunk: fromText(chunk) }));
    return { stream, chunks };
  });
}
