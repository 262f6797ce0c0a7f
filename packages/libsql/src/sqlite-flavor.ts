import type { JsonPlace, SqlFlavor } from '@tenon/sql';
import { type Expression, type SqlBool, sql } from 'kysely';

/** What SQLite does in its own way. */
export function sqliteFlavor(name: string): SqlFlavor {
  return {
    name,
    locksRows: false,
    bytesType: 'blob',
    toPosition: (column) => column.primaryKey().autoIncrement(),
    hasTable: async (database, table) => {
      const { rows } = await sql`
        select 1 from sqlite_master where type = 'table' and name = ${table}
      `.execute(database);
      return rows.length > 0;
    },
    // a transaction that writes has the lock of the file
    lockMigrations: async () => undefined,
    hasAll,
  };
}

/** Both sides are read from JSON by SQLite, so that numbers and escapes are the same on both. */
function hasAll(
  { column, property }: JsonPlace,
  wanted: Readonly<Record<string, unknown>>,
): Expression<SqlBool> {
  const path = property === undefined ? '$' : `$.${property}`;
  return sql<SqlBool>`not exists (
    select 1 from json_each(${JSON.stringify(wanted)}) as wanted
    where not exists (
      select 1 from json_each(${sql.ref(column)}, ${path}) as kept
      where kept.key = wanted.key and kept.type = wanted.type and kept.atom is wanted.atom
    )
  )`;
}
