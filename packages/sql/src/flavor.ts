import type { ColumnDefinitionBuilder, Expression, Kysely, SqlBool } from 'kysely';
import type { Tables } from './tables.ts';

/** A column of JSON texts, or one property of what stands in it. */
export interface JsonPlace {
  readonly column: string;
  readonly property?: string | undefined;
}

/** All in which databases differ beyond the dialect of Kysely: what a further one has to bring. */
export interface SqlFlavor {
  /** How errors call this database, such as `the file /data/tenon.db`. */
  readonly name: string;
  /** Whether rows have to be locked that are read to be changed: not where one transaction writes at a time. */
  readonly locksRows: boolean;
  /** The type of a column of bytes. */
  readonly bytesType: 'blob' | 'bytea';
  /** Makes a column count up by itself, and never give a number twice. */
  toPosition(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  hasTable(database: Kysely<Tables>, name: keyof Tables): Promise<boolean>;
  /** Lets one process at a time migrate, to the end of the transaction. */
  lockMigrations(transaction: Kysely<Tables>): Promise<void>;
  /** The JSON has all these properties with these values, which are texts, numbers, booleans or null. */
  hasAll(place: JsonPlace, wanted: Readonly<Record<string, unknown>>): Expression<SqlBool>;
}
