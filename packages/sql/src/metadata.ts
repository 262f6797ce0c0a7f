import type { metadataWanted } from '@tenon/core/storage';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { JsonPlace, SqlFlavor } from './flavor.ts';

/** What a query asks of metadata: no condition where nothing is wanted. */
export function toCondition(
  flavor: SqlFlavor,
  place: JsonPlace,
  wanted: ReturnType<typeof metadataWanted>,
): readonly Expression<SqlBool>[] {
  if (wanted.length === 0) return [];
  // no JSON has it, and as JSON it would be null
  if (wanted.some(([, value]) => isNoJsonNumber(value))) return [sql<SqlBool>`1 = 0`];
  return [flavor.hasAll(place, Object.fromEntries(wanted))];
}

function isNoJsonNumber(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}
