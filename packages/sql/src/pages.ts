import type { PageWindow } from '@tenon/core/storage';
import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** How many rows a query finds. */
export async function countOf<Name extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Name, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number>().as('total'));
  const { total } = (await counted.executeTakeFirstOrThrow()) as { total: number };
  return Number(total);
}

/** The rows that stand on a page, once the query has an order. */
export function takePage<Name extends keyof Tables, Output>(
  query: SelectQueryBuilder<Tables, Name, Output>,
  { offset, limit }: PageWindow,
): SelectQueryBuilder<Tables, Name, Output> {
  return limit === undefined ? query : query.limit(limit).offset(offset);
}
