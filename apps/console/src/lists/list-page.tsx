import { useMemo, type JSX, type ReactNode } from 'react';
import { Beside, useOpened } from '../ui/inspector';
import { usePlace } from '../ui/place';
import { useSandboxNow } from '../ui/time';
import { textColumn, type At, type Column } from './column';
import { FilterBar, useSearchText, type Search } from './filter-bar';
import type { FilterField, FilterQuery } from './filter-model';
import { useFilteredList, type Asked, type ListOptions } from './filtered-list';
import type { ListPage as Page } from './known-items';
import type { LongList } from './long-list';
import { LongTable } from './long-table';
import { useOrder } from './order-key';
import { whyMatched } from './why-matched';
import { useFilters, type Filters } from './use-filters';

/** A list of the control API with its filters and columns. */
export interface Listing<Item> extends ListOptions<Item> {
  /** The plural of its items: "Payments". */
  readonly label: string;
  /** Names the list among all queries. */
  readonly of: readonly string[];
  /** The possible words: "Search by order, ID or email". */
  readonly placeholder: string;
  /** They keep their identity. */
  readonly fields: readonly FilterField[];
  readonly read: (asked: Asked) => Promise<Page<Item>>;
  /** The parameters for the typed words. Default: `search`. */
  readonly queryOf?: (words: string) => FilterQuery;
  /** True for items without a mode. */
  readonly hasNoMode?: boolean;
}

interface Listed<Item> {
  readonly search: Search;
  readonly filters: Filters;
  readonly asked: FilterQuery;
  readonly list: LongList<Item>;
  readonly isFiltered: boolean;
}

const WORDS = (words: string): FilterQuery => (words === '' ? {} : { search: words });

/** Reads a list as its text and its filters ask. */
export function useListing<Item extends { readonly id: string; readonly at: string }>({
  of,
  fields,
  read,
  queryOf = WORDS,
  hasNoMode = false,
  ...options
}: Listing<Item>): Listed<Item> {
  const { name, mode } = usePlace();
  const search = useSearchText();
  const filters = useFilters(fields);
  const asked = {
    ...queryOf(search.words),
    ...filters.query,
    ...(!hasNoMode && { livemode: String(mode === 'live') }),
  };
  const list = useFilteredList<Item>(hasNoMode ? of : [...of, name, mode], asked, read, options);
  return { search, filters, asked, list, isFiltered: search.words !== '' || filters.isActive };
}

/** Builds the columns again when the place, the order key or the clock changes. `columns` stays the same. */
export function useColumns<Item>(columns: (at: At) => readonly Column<Item>[]): readonly Column<Item>[] {
  const { name, mode } = usePlace();
  const orderOf = useOrder();
  const now = useSandboxNow();
  return useMemo(() => columns({ place: { name, mode }, orderOf, now }), [columns, name, mode, orderOf, now]);
}

/** Failure reasons matter more. */
const RANK = 1.5;

/** Says why rows match the typed words that do not show them; hidden while all rows do. */
function matchColumn<Item extends object>(words: string, columns: readonly Column<Item>[]): Column<Item> {
  return textColumn('Match', 240, (item) => whyMatched(words, shownText(columns, item), item), {
    rank: RANK,
  });
}

function shownText<Item>(columns: readonly Column<Item>[], item: Item): string {
  return columns.map(({ text }) => text?.(item) ?? '').join(' ');
}

interface ListPageProps<Item> {
  readonly listing: Listing<Item>;
  readonly columns: (at: At) => readonly Column<Item>[];
  /** Shown when there is nothing to list and no filter. */
  readonly empty?: ReactNode;
  /** Actions beside the filters. */
  readonly actions?: (items: readonly Item[]) => ReactNode;
  /** The inspector of the item that the address opens. */
  readonly inspector?: (id: string) => ReactNode;
}

/** The filters and the table of a list. */
export function ListPage<Item extends { readonly id: string; readonly at: string }>({
  listing,
  columns: columnsAt,
  empty,
  actions,
  inspector,
}: ListPageProps<Item>): JSX.Element {
  const { search, filters, list, isFiltered } = useListing(listing);
  const ownColumns = useColumns(columnsAt);
  const { words } = search;
  const columns = useMemo(
    () => (words === '' ? ownColumns : ownColumns.toSpliced(-1, 0, matchColumn(words, ownColumns))),
    [words, ownColumns],
  );
  const { opened } = useOpened();
  const { label, placeholder } = listing;
  return (
    <>
      <FilterBar
        search={search}
        {...(filters.fields.length > 0 && { filters })}
        placeholder={placeholder}
        error={list.error}
        isStale={list.isStale}
      >
        {actions?.(list.items)}
      </FilterBar>
      <Beside inspector={opened !== undefined && inspector?.(opened)}>
        <LongTable
          label={label}
          columns={columns}
          list={list}
          isFiltered={isFiltered}
          empty={empty}
          chosen={inspector && opened}
        />
      </Beside>
    </>
  );
}
