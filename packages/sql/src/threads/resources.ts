import {
  assertId,
  type StorageResource,
  type ThreadStore,
  toKeptResource,
  withMetadata,
} from '@tenon/core/storage';
import type { SqlFlavor } from '../flavor.ts';
import { type Database, write } from '../transactions.ts';
import { toResource, toResourceRow } from './thread-rows.ts';

export async function getResource(
  database: Database,
  resourceId: string,
): Promise<StorageResource | null> {
  assertId(resourceId, 'resourceId');
  const row = await resourceById(database, resourceId).executeTakeFirst();
  return row === undefined ? null : toResource(row);
}

export async function saveResource(
  database: Database,
  resource: StorageResource,
): Promise<StorageResource> {
  const kept = toKeptResource(resource);
  await write(database, (transaction) => putResource(transaction, kept));
  return kept;
}

export async function updateResource(
  database: Database,
  flavor: SqlFlavor,
  { resourceId, workingMemory, metadata }: Parameters<ThreadStore['updateResource']>[0],
): Promise<StorageResource> {
  assertId(resourceId, 'resourceId');
  const now = new Date();
  const bare = toKeptResource({ id: resourceId, createdAt: now, updatedAt: now });
  return write(database, async (transaction) => {
    // so that there is a row to be locked
    await transaction
      .insertInto('tenon_resources')
      .values(toResourceRow(bare))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const known = await resourceById(transaction, resourceId)
      .$if(flavor.locksRows, (query) => query.forUpdate())
      .executeTakeFirstOrThrow();
    const resource = toResource(known);
    const merged = withMetadata(resource.metadata, metadata);
    const changed = toKeptResource({
      ...resource,
      ...(workingMemory !== undefined && { workingMemory }),
      ...(merged !== undefined && { metadata: merged }),
      updatedAt: now,
    });
    await putResource(transaction, changed);
    return changed;
  });
}

function resourceById(database: Database, id: string) {
  return database.selectFrom('tenon_resources').selectAll().where('id', '=', id);
}

async function putResource(transaction: Database, resource: StorageResource): Promise<void> {
  const { id, ...columns } = toResourceRow(resource);
  await transaction
    .insertInto('tenon_resources')
    .values({ id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}
