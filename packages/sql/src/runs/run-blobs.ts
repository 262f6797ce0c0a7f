import { contentOf, type RunBlob } from '@tenon/core/storage';
import type { Database } from '../transactions.ts';

/** Keeps content that a run brings, once for all that bring it. */
export async function keepBlobs(
  transaction: Database,
  runId: string,
  blobs: readonly RunBlob[],
): Promise<void> {
  for (const blob of blobs) {
    const { hash } = blob;
    await transaction
      .insertInto('tenon_blobs')
      .values(
        blob.kind === 'bytes'
          ? { hash, json: null, bytes: blob.bytes.slice() }
          : { hash, json: blob.text, bytes: null },
      )
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
    await transaction
      .insertInto('tenon_run_blobs')
      .values({ run_id: runId, hash })
      .onConflict((conflict) => conflict.columns(['run_id', 'hash']).doNothing())
      .execute();
  }
}

export async function readBlob(database: Database, hash: string): Promise<unknown> {
  const row = await database
    .selectFrom('tenon_blobs')
    .select(['json', 'bytes'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return contentOf(
    row.json === null
      ? { hash, kind: 'bytes', bytes: new Uint8Array(row.bytes ?? []) }
      : { hash, kind: 'json', text: row.json },
  );
}

/** Removes what no other run brought. */
export async function dropBlobs(transaction: Database, runId: string): Promise<void> {
  const brought = await transaction
    .selectFrom('tenon_run_blobs')
    .select('hash')
    .where('run_id', '=', runId)
    .execute();
  await transaction.deleteFrom('tenon_run_blobs').where('run_id', '=', runId).execute();
  for (const { hash } of brought) {
    await transaction
      .deleteFrom('tenon_blobs')
      .where('hash', '=', hash)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('tenon_run_blobs').select('hash').where('hash', '=', hash))),
      )
      .execute();
  }
}
