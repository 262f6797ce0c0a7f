import type { StoreDomains } from '@tenon/core/storage';
import { createDomains, migrate, type Tables } from '@tenon/sql';
import { Kysely } from 'kysely';
import type { ConnectionOptions, LibsqlConnection } from './libsql-connection.ts';
import { libsqlDialect } from './libsql-dialect.ts';
import { openConnection } from './open-connection.ts';
import { sqliteFlavor } from './sqlite-flavor.ts';

/** A store that is ready. */
export interface OpenStore {
  readonly domains: StoreDomains;
  close(): Promise<void>;
}

/**
 * Opens a file with two connections: that of the journal waits at each commit until it is on the disk. A database in
 * memory has one, since each would see a database of its own.
 */
export async function openStore(options: ConnectionOptions): Promise<OpenStore> {
  const { location } = options;
  const journal = await openConnection(options, 'full');
  const others = location.isMemory ? journal : await openOthers(options, journal);
  const close = async (): Promise<void> => {
    await others.close();
    await journal.close();
  };
  const flavor = sqliteFlavor(location.name);
  try {
    await migrate(toKysely(journal), flavor);
  } catch (error) {
    await close();
    throw error;
  }
  const domains = createDomains({ journal: toKysely(journal), others: toKysely(others), flavor });
  return { domains, close };
}

async function openOthers(
  options: ConnectionOptions,
  journal: LibsqlConnection,
): Promise<LibsqlConnection> {
  try {
    return await openConnection(options, 'normal');
  } catch (error) {
    await journal.close();
    throw error;
  }
}

function toKysely(connection: LibsqlConnection): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: libsqlDialect(connection) });
}
