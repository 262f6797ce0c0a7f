import { copyData } from '../../base/copy-data.ts';
import { type PageInfo, type PageWindow, type SortDirection, toPageInfo } from '../paging.ts';

/** Sorts by a time; items of one time stay in the order they are in, or stand in the opposite one. */
export function sortedBy<Item>(
  items: Iterable<Item>,
  timeOf: (item: Item) => Date,
  direction: SortDirection,
): Item[] {
  const sorted = [...items].sort((a, b) => timeOf(a).getTime() - timeOf(b).getTime());
  return direction === 'ASC' ? sorted : sorted.reverse();
}

/** Copies of what stands on a page. */
export function pageOf<Item>(
  sorted: readonly Item[],
  window: PageWindow,
): PageInfo & { readonly items: readonly Item[] } {
  const { offset, limit = sorted.length } = window;
  return {
    ...toPageInfo(window, sorted.length),
    items: copyData(sorted.slice(offset, offset + limit)),
  };
}
