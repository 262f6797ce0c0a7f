import {
  assertDirection,
  assertId,
  assertIds,
  metadataWanted,
  optionInvalid,
  type StorageThread,
  type ThreadStore,
  threadNotFound,
  toKeptThread,
  toPageInfo,
  toWindow,
  withMetadata,
} from '@tenon/core/storage';
import type { SqlFlavor } from '../flavor.ts';
import { toCondition } from '../metadata.ts';
import { countOf, takePage } from '../pages.ts';
import { type Database, readTogether, write } from '../transactions.ts';
import { withoutNulls } from '../values.ts';
import { toThread, toThreadRow } from './thread-rows.ts';

type Options<Method extends keyof ThreadStore> = NonNullable<Parameters<ThreadStore[Method]>[0]>;

export async function createThread(
  database: Database,
  thread: StorageThread,
): Promise<{ readonly thread: StorageThread; readonly isNew: boolean }> {
  const row = toThreadRow(toKeptThread(thread));
  return write(database, async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('tenon_threads')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    const kept = await threadById(transaction, row.id).executeTakeFirstOrThrow();
    return { thread: toThread(kept), isNew: numInsertedOrUpdatedRows === 1n };
  });
}

export async function saveThread(
  database: Database,
  thread: StorageThread,
): Promise<StorageThread> {
  const kept = toKeptThread(thread);
  await write(database, (transaction) => putThread(transaction, kept));
  return kept;
}

export async function getThread(
  database: Database,
  { threadId, resourceId }: Options<'getThreadById'>,
): Promise<StorageThread | null> {
  assertId(threadId, 'threadId');
  assertIds({ resourceId });
  const row = await threadById(database, threadId)
    .where(({ and }) => and(withoutNulls({ resource_id: resourceId })))
    .executeTakeFirst();
  return row === undefined ? null : toThread(row);
}

export async function listThreads(
  database: Database,
  flavor: SqlFlavor,
  options: Options<'listThreads'>,
) {
  const { filter: { resourceId, metadata } = {}, orderBy = {} } = options;
  const { field = 'createdAt', direction = 'DESC' } = orderBy;
  assertIds({ resourceId });
  assertDirection(direction);
  if (field !== 'createdAt' && field !== 'updatedAt') {
    throw optionInvalid('orderBy.field', 'must be "createdAt" or "updatedAt"');
  }
  const window = toWindow(options);
  const hasMetadata = toCondition(flavor, { column: 'metadata' }, metadataWanted(metadata));
  const order = direction === 'ASC' ? 'asc' : 'desc';
  return readTogether(database, async (transaction) => {
    const found = transaction
      .selectFrom('tenon_threads')
      .where(({ and }) => and([and(withoutNulls({ resource_id: resourceId })), ...hasMetadata]));
    const total = await countOf(found);
    const rows = await takePage(found, window)
      .selectAll()
      .orderBy(field === 'createdAt' ? 'created_at' : 'updated_at', order)
      .orderBy('position', order)
      .execute();
    return { threads: rows.map(toThread), ...toPageInfo(window, total) };
  });
}

export async function updateThread(
  database: Database,
  flavor: SqlFlavor,
  { id, title, metadata, updatedAt = new Date() }: Options<'updateThread'>,
): Promise<StorageThread> {
  assertId(id, 'threadId');
  return write(database, async (transaction) => {
    const row = await threadById(transaction, id)
      .$if(flavor.locksRows, (query) => query.forUpdate())
      .executeTakeFirst();
    if (row === undefined) throw threadNotFound(id);
    const thread = toThread(row);
    const merged = withMetadata(thread.metadata, metadata);
    const changed = toKeptThread({
      ...thread,
      ...(title !== undefined && { title }),
      ...(merged !== undefined && { metadata: merged }),
      updatedAt,
    });
    await putThread(transaction, changed);
    return changed;
  });
}

export async function deleteThread(database: Database, threadId: string): Promise<void> {
  assertId(threadId, 'threadId');
  await write(database, async (transaction) => {
    await transaction.deleteFrom('tenon_threads').where('id', '=', threadId).execute();
    await transaction.deleteFrom('tenon_messages').where('thread_id', '=', threadId).execute();
    await transaction.deleteFrom('tenon_thread_state').where('thread_id', '=', threadId).execute();
  });
}

function threadById(database: Database, id: string) {
  return database.selectFrom('tenon_threads').selectAll().where('id', '=', id);
}

async function putThread(transaction: Database, thread: StorageThread): Promise<void> {
  const { id, ...columns } = toThreadRow(thread);
  await transaction
    .insertInto('tenon_threads')
    .values({ id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}
