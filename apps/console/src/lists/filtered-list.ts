import { useCallback, useRef } from 'react';
import type { FilterQuery } from './filter-model';
import type { ListPage } from './known-items';
import { useLongList, type LongList } from './long-list';

const PAGE = 100;

/** The parameters of a page of a list. */
export type Asked = FilterQuery & { readonly before: string; readonly limit: number };

/** The list that `of` names, filtered by the parameters `query`. `read` reads a page of it. */
export function useFilteredList<Item extends { readonly id: string }>(
  of: readonly string[],
  query: FilterQuery,
  read: (asked: Asked) => Promise<ListPage<Item>>,
  refreshMs?: number,
): LongList<Item> {
  const latest = useRef(read);
  latest.current = read;
  const key = JSON.stringify(query);
  const readPage = useCallback(
    (before: string) => latest.current({ ...(JSON.parse(key) as FilterQuery), before, limit: PAGE } as Asked),
    [key],
  );
  return useLongList<Item>(of, query, readPage, refreshMs);
}
