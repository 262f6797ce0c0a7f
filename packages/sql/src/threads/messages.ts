import {
  assertDirection,
  assertId,
  datesWanted,
  type KeptMessage,
  type MessageChange,
  type MessageListOptions,
  type MessagePage,
  metadataWanted,
  optionInvalid,
  toKeptMessage,
  toPageInfo,
  toWindow,
  withMessageChange,
} from '@tenon/core/storage';
import type { SqlFlavor } from '../flavor.ts';
import { toCondition } from '../metadata.ts';
import { countOf, takePage } from '../pages.ts';
import { type Database, inChunks, readTogether, write } from '../transactions.ts';
import { toTime, withoutNulls } from '../values.ts';
import { toMessage, toMessageRow } from './thread-rows.ts';

/** More at once would be more parameters than SQLite takes in one statement. */
const rowsAtOnce = 100;

export async function saveMessages(
  database: Database,
  messages: readonly KeptMessage[],
): Promise<readonly KeptMessage[]> {
  const kept = new Map(messages.map(toKeptMessage).map((message) => [message.id, message]));
  const all = [...kept.values()];
  if (all.length > 0) await write(database, (transaction) => putMessages(transaction, all));
  return all;
}

export async function listMessages(
  database: Database,
  flavor: SqlFlavor,
  options: MessageListOptions,
  of: { readonly threadId?: string | undefined; readonly resourceId?: string | undefined },
): Promise<MessagePage> {
  const { filter = {}, orderBy: { field = 'createdAt', direction = 'DESC' } = {} } = options;
  assertDirection(direction);
  if (field !== 'createdAt') throw optionInvalid('orderBy.field', 'must be "createdAt"');
  const window = toWindow(options);
  const { start, end } = datesWanted(filter);
  const place = { column: 'content', property: 'metadata' };
  const hasMetadata = toCondition(flavor, place, metadataWanted(filter.metadata));
  const order = direction === 'ASC' ? 'asc' : 'desc';
  return readTogether(database, async (transaction) => {
    const found = transaction
      .selectFrom('tenon_messages')
      .where(({ and, eb }) =>
        and([
          and(withoutNulls({ thread_id: of.threadId, resource_id: of.resourceId })),
          ...(start === undefined ? [] : [eb('created_at', '>=', toTime(start))]),
          ...(end === undefined ? [] : [eb('created_at', '<=', toTime(end))]),
          ...hasMetadata,
        ]),
      );
    const total = await countOf(found);
    const rows = await takePage(found, window)
      .selectAll()
      .orderBy('created_at', order)
      .orderBy('position', order)
      .execute();
    // within a page the oldest stand first
    const oldestFirst = direction === 'DESC' ? rows.reverse() : rows;
    return { messages: oldestFirst.map(toMessage), ...toPageInfo(window, total) };
  });
}

export async function messagesById(
  database: Database,
  messageIds: readonly string[],
): Promise<readonly KeptMessage[]> {
  return readTogether(database, (transaction) => findMessages(transaction, messageIds, false));
}

export async function updateMessages(
  database: Database,
  flavor: SqlFlavor,
  changes: readonly MessageChange[],
): Promise<readonly KeptMessage[]> {
  for (const { id } of changes) assertId(id, 'messageId');
  const ids = [...new Set(changes.map(({ id }) => id))];
  return write(database, async (transaction) => {
    const found = await findMessages(transaction, ids, flavor.locksRows);
    const messages = new Map(found.map((message) => [message.id, message]));
    for (const change of changes) {
      const message = messages.get(change.id);
      if (message !== undefined) messages.set(change.id, withMessageChange(message, change));
    }
    await putMessages(transaction, [...messages.values()]);
    return findMessages(transaction, ids, false);
  });
}

export async function deleteMessages(
  database: Database,
  messageIds: readonly string[],
): Promise<void> {
  await write(database, (transaction) =>
    inChunks(messageIds, (ids) =>
      transaction.deleteFrom('tenon_messages').where('id', 'in', ids).execute(),
    ),
  );
}

/** Those that are there, oldest first. */
async function findMessages(
  transaction: Database,
  messageIds: readonly string[],
  locks: boolean,
): Promise<readonly KeptMessage[]> {
  const found: Awaited<ReturnType<typeof rowsOf>> = [];
  await inChunks([...new Set(messageIds)], async (ids) => {
    found.push(...(await rowsOf(transaction, ids, locks)));
  });
  return found
    .sort((a, b) => a.created_at - b.created_at || a.position - b.position)
    .map(toMessage);
}

function rowsOf(transaction: Database, ids: readonly string[], locks: boolean) {
  return transaction
    .selectFrom('tenon_messages')
    .selectAll()
    .where('id', 'in', ids)
    .$if(locks, (query) => query.forUpdate())
    .execute();
}

async function putMessages(transaction: Database, messages: readonly KeptMessage[]): Promise<void> {
  for (let from = 0; from < messages.length; from += rowsAtOnce) {
    await transaction
      .insertInto('tenon_messages')
      .values(messages.slice(from, from + rowsAtOnce).map(toMessageRow))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          thread_id: ref('excluded.thread_id'),
          resource_id: ref('excluded.resource_id'),
          role: ref('excluded.role'),
          created_at: ref('excluded.created_at'),
          type: ref('excluded.type'),
          content: ref('excluded.content'),
        })),
      )
      .execute();
  }
  const threadIds = new Set(messages.flatMap(({ threadId }) => threadId ?? []));
  await inChunks([...threadIds], (ids) =>
    transaction
      .updateTable('tenon_threads')
      .set({ updated_at: Date.now() })
      .where('id', 'in', ids)
      .execute(),
  );
}
