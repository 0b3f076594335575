import { useCallback, useMemo, useRef } from 'react';
import { isId, keyed, passes, splitFilters, type Filter, type Parameters } from './filters';
import type { ListPage } from './known-items';
import { useLongList, type LongList } from './long-list';
import type { Search } from './filter-bar';

/** What a page of a list is asked for with; what is looked for is among it too. */
export interface Asked {
  readonly before: string;
  readonly limit: number;
}

const PAGE = 100;

/** The parameter for an object: its id, alone or after `object:`. */
export function objectId(filter: Filter): string | undefined {
  return isId(filter) ? filter.value : keyed('object')(filter);
}

/** The parameter for the key of an event, alone or after `key:`. */
export function eventKey({ key, value }: Filter): string | undefined {
  return key === 'key' || (key === undefined && /^[a-z_]+\.[a-z_]+$/.test(value)) ? value : undefined;
}

/** The parameter for a part of a path, alone or after `path:`. */
export function pathPart({ key, value }: Filter): string | undefined {
  if (key === 'path') return value;
  return key === undefined && value.startsWith('/') ? `*${value}*` : undefined;
}

/**
 * The list that `of` names, of which `read` reads a page. The control host looks for the words that its parameters take; the others are looked for in
 * what has been read, which leaves `shown`. With `splitWithWords` it looks for words without a key as well.
 */
export function useSearchedList<Item extends { readonly id: string }>(
  of: readonly string[],
  { filters }: Search,
  parameters: Parameters,
  read: (asked: Asked) => Promise<ListPage<Item>>,
  split = splitFilters,
  refreshMs?: number,
): LongList<Item> & { readonly shown: readonly Item[] } {
  const { query, rest } = useMemo(() => split(filters, parameters), [split, filters, parameters]);
  const latest = useRef(read);
  latest.current = read;
  const readPage = useCallback((before: string) => latest.current({ before, limit: PAGE, ...query }), [query]);
  const list = useLongList<Item>(of, query, readPage, refreshMs);
  return { ...list, shown: rest.length === 0 ? list.items : list.items.filter((item) => passes(item, rest)) };
}
