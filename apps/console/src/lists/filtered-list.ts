import { useCallback, useMemo, useRef } from 'react';
import type { FilterQuery } from './filter-model';
import type { ListPage } from './known-items';
import { useLongList, type LongList } from './long-list';

/** Items of a page: the most that the API allows. */
export const PAGE = 100;

/** The parameters of a page of a list. */
export type Asked = FilterQuery & { readonly before: string; readonly limit: number };

export interface ListOptions<Item> {
  /** The time that a row shows, unless it is `at`: ISO 8601 in UTC. A function that stays the same. */
  readonly timeOf?: (item: Item) => string;
  readonly refreshMs?: number;
}

const AT = ({ at }: { readonly at: string }): string => at;

/**
 * The list that `of` names, filtered by the parameters `query`. `read` reads a page of it. Items are in the
 * order of the times shown, the latest first.
 */
export function useFilteredList<Item extends { readonly id: string; readonly at: string }>(
  of: readonly string[],
  query: FilterQuery,
  read: (asked: Asked) => Promise<ListPage<Item>>,
  { timeOf = AT, refreshMs }: ListOptions<Item> = {},
): LongList<Item> {
  const latest = useRef(read);
  latest.current = read;
  const key = JSON.stringify(query);
  const readPage = useCallback(
    (before: string) => latest.current({ ...(JSON.parse(key) as FilterQuery), before, limit: PAGE } as Asked),
    [key],
  );
  const list = useLongList<Item>(of, query, readPage, refreshMs);
  const { items } = list;
  return { ...list, items: useMemo(() => latestFirst(items, timeOf), [items, timeOf]) };
}

/** The API lists by commit: a slow request is later there than its time says. */
function latestFirst<Item>(items: readonly Item[], timeOf: (item: Item) => string): readonly Item[] {
  const order = (a: string, b: string): number => (a === b ? 0 : a < b ? 1 : -1);
  return items.toSorted((a, b) => order(timeOf(a), timeOf(b)));
}
