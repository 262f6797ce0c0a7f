import { assertCount, optionInvalid } from './check.ts';

/** Which part of a list is wanted. */
export interface Paging {
  /** Counts from 0. */
  readonly page?: number | undefined;
  /** `false` for all of them, on one page; 0 for none, only counted. Default: 100. */
  readonly perPage?: number | false | undefined;
}

/** Which part of a list one has. */
export interface PageInfo {
  /** How many there are on all pages. */
  readonly total: number;
  readonly page: number;
  readonly perPage: number | false;
  readonly hasMore: boolean;
}

/** In which order a list is given. Where times are equal, what was written first counts as older. */
export type SortDirection = 'ASC' | 'DESC';

/** What a store leaves out before the page, and how many it takes. */
export interface PageWindow {
  readonly page: number;
  readonly perPage: number | false;
  readonly offset: number;
  /** `undefined`: all that there are. */
  readonly limit: number | undefined;
}

const defaultPerPage = 100;

/** @throws TenonError `STORE_OPTION_INVALID` */
export function toWindow({ page = 0, perPage = defaultPerPage }: Paging): PageWindow {
  assertCount(page, 'page', 0);
  if (perPage === false) return { page: 0, perPage, offset: 0, limit: undefined };
  assertCount(perPage, 'perPage', 0);
  const offset = page * perPage;
  if (!Number.isSafeInteger(offset)) throw optionInvalid('page', 'is beyond any list');
  return { page, perPage, offset, limit: perPage };
}

export function toPageInfo({ page, perPage, offset, limit }: PageWindow, total: number): PageInfo {
  const hasMore = limit !== undefined && limit > 0 && offset + limit < total;
  return { total, page, perPage, hasMore };
}

/** @throws TenonError `STORE_OPTION_INVALID` */
export function assertDirection(direction: unknown): asserts direction is SortDirection {
  if (direction === 'ASC' || direction === 'DESC') return;
  throw optionInvalid('direction', 'must be "ASC" or "DESC"');
}
