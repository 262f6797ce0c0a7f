import type { metadataWanted } from '@tenon/core/storage';
import type { Expression, SqlBool } from 'kysely';
import type { JsonPlace, SqlFlavor } from './flavor.ts';

/** What a query asks of metadata: no condition where nothing is wanted. */
export function toCondition(
  flavor: SqlFlavor,
  place: JsonPlace,
  wanted: ReturnType<typeof metadataWanted>,
): readonly Expression<SqlBool>[] {
  return wanted.length === 0 ? [] : [flavor.hasAll(place, Object.fromEntries(wanted))];
}
