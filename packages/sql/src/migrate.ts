import { TenonError } from '@tenon/core';
import type { SqlFlavor } from './flavor.ts';
import { migrations as ours } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import { type Database, write } from './transactions.ts';

/**
 * Brings a database to the tables that this version works with: forward only, all steps or none. Of processes that start
 * at once one does it, and the others wait.
 * @throws TenonError `STORE_VERSION_NEWER`
 */
export async function migrate(
  database: Database,
  flavor: SqlFlavor,
  migrations: readonly Migration[] = ours,
): Promise<void> {
  // a file that is up to date can be opened while somebody else writes
  if ((await reachedVersion(database, flavor, migrations)) === knownVersion(migrations)) return;
  await write(database, async (transaction) => {
    await flavor.lockMigrations(transaction);
    const reached = await reachedVersion(transaction, flavor, migrations);
    for (const migration of migrations) {
      if (migration.version > reached) await apply(transaction, flavor, migration);
    }
  });
}

/** Of the newest migration that was applied, 0 where there was none. */
async function reachedVersion(
  database: Database,
  flavor: SqlFlavor,
  migrations: readonly Migration[],
): Promise<number> {
  if (!(await flavor.hasTable(database, 'tenon_migrations'))) return 0;
  const applied = await database.selectFrom('tenon_migrations').select('version').execute();
  const reached = Math.max(0, ...applied.map(({ version }) => Number(version)));
  assertNotNewer(reached, flavor, migrations);
  return reached;
}

async function apply(
  transaction: Database,
  flavor: SqlFlavor,
  { version, name, up }: Migration,
): Promise<void> {
  await transaction.schema
    .createTable('tenon_migrations')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute();
  await up(transaction, flavor);
  await transaction
    .insertInto('tenon_migrations')
    .values({ version, name, applied_at: Date.now() })
    .execute();
}

function knownVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

function assertNotNewer(
  reached: number,
  { name }: SqlFlavor,
  migrations: readonly Migration[],
): void {
  const known = knownVersion(migrations);
  if (reached <= known) return;
  throw new TenonError(
    'STORE_VERSION_NEWER',
    `A newer version of Tenon has written ${name}: its tables are of version ${reached}, and this version of Tenon knows them up to ${known}. Update @tenon/sql and the package of the database, or use another database.`,
    { details: { reached, known } },
  );
}
