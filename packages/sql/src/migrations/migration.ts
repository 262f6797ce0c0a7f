import type { Kysely } from 'kysely';
import type { SqlFlavor } from '../flavor.ts';
import type { Tables } from '../tables.ts';

/** A step forward. One that was released is never changed: what has to be mended is mended by the next. */
export interface Migration {
  /** Counts up from 1. */
  readonly version: number;
  readonly name: string;
  up(transaction: Kysely<Tables>, flavor: SqlFlavor): Promise<void>;
}
