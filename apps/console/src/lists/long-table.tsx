import { Button, Skeleton, Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type JSX,
  type ReactNode,
  type RefObject,
} from 'react';
import { Refusal } from '../api/client';
import { Empty } from '../ui/empty';
import { Trouble } from '../ui/trouble';
import { ClearFilters } from './clear-filters';
import type { Column } from './column';
import { csvOf } from './csv';
import { ListFoot } from './list-foot';
import type { LongList } from './long-list';
import { useCursor } from './row-cursor';
import './lists.css';
import { useOrderEntries } from './order-key';
import { layOut } from './table-layout';
import { useView } from './view';
import { ViewMenu } from './view-menu';

/** px of a row, and of a card of one or two lines. */
const ROW_HEIGHT = { usual: 36, compact: 28, card: 40, largeCard: 60 };
/** px of the header, which covers the top of the box. */
const HEAD_HEIGHT = 36;
/** px of the button in the header. */
const MENU_WIDTH = 36;
/** Below this width of the window a row is a card. */
const CARDS = '(max-width: 49.99em)';
/** Rows rendered beyond those in sight. */
const OVERSCAN = 10;
/** So close to its end, more of the list is read. */
const NEAR_END = 20;
/** Pages without a match that are read before the user has to ask for more. */
const MOST_EMPTY_PAGES = 4;
const SKELETONS = 8;

interface LongTableProps<Item> {
  /** The plural of its items: "payments". */
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  readonly list: LongList<Item>;
  /** The items that pass the filters; all, unless given. */
  readonly shown?: readonly Item[];
  readonly isFiltered: boolean;
  /** Shown when there is nothing to list and no filter. */
  readonly empty?: ReactNode;
  /** The id of the item in the inspector. */
  readonly chosen?: string | undefined;
  /** Selects the item, or takes it out of the selection. */
  readonly onSelect?: (id: string) => void;
}

/**
 * A list of any length: only the rows in sight are in the page, and older ones are read on the way down. `j`,
 * `k` and Enter move and open, `x` selects, `y` copies the ID.
 */
export function LongTable<Item extends { readonly id: string }>({
  label,
  columns: allColumns,
  list,
  shown,
  isFiltered,
  empty,
  chosen,
  onSelect,
}: LongTableProps<Item>): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const items = shown ?? list.items;
  const view = useView(label);
  const orders = useOrderEntries(items);
  const isCards = useMediaQuery(CARDS, false, { getInitialValueInEffect: false });
  const room = useWidth(box);
  const { hidden } = view;
  const columns = useMemo(() => {
    if (isCards) return cardsOf(allColumns);
    const wanted = allColumns.filter(
      (column, index) => !canHide(column, index) || !hidden.includes(column.name),
    );
    return layOut(wanted, items, room - MENU_WIDTH);
  }, [allColumns, hidden, isCards, items, room]);
  const rowHeight = isCards
    ? columns.length > 2
      ? ROW_HEIGHT.largeCard
      : ROW_HEIGHT.card
    : view.isCompact
      ? ROW_HEIGHT.compact
      : ROW_HEIGHT.usual;
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollPaddingEnd: HEAD_HEIGHT,
  });
  const lastHeight = useRef(rowHeight);
  // The row at the top stays there.
  useLayoutEffect(() => {
    rows.measure();
    if (box.current) box.current.scrollTop *= rowHeight / lastHeight.current;
    lastHeight.current = rowHeight;
  }, [rowHeight, rows]);
  const seen = rows.getVirtualItems();
  const last = seen.at(-1)?.index ?? -1;
  const isNearEnd = last >= items.length - NEAR_END;
  const { readOlder } = list;
  const isBarren = list.emptyPages >= MOST_EMPTY_PAGES;
  useEffect(() => {
    if (isNearEnd && !isBarren) readOlder();
  }, [isNearEnd, isBarren, readOlder]);
  const cursor = useCursor({ items, box, scrollTo: rows.scrollToIndex, chosen, onSelect });
  const above = seen[0]?.start ?? 0;
  const below = rows.getTotalSize() - (seen.at(-1)?.end ?? 0);
  const isEmpty = items.length === 0 && !list.isPending && !list.error;
  /** True until rows arrive and the box has been measured. */
  const isLoading = seen.length === 0 && (list.isPending || items.length > 0);
  const { of, top } = list;
  const startedOf = useRef<string>(undefined);
  // Another list starts at its first row, and one that the user returns to where it was left.
  useLayoutEffect(() => {
    if (isLoading || !box.current || startedOf.current === of) return;
    startedOf.current = of;
    box.current.scrollTop = top;
  }, [isLoading, of, top]);
  const span = (index: number): number => (index === columns.length - 1 && !isCards ? 2 : 1);
  return (
    <>
      {list.error && !isFiltered && <Trouble error={list.error} what={label.toLowerCase()} />}
      <div className="listed" hidden={isEmpty && !isFiltered}>
        <div
          ref={box}
          className={isCards ? 'long cards' : 'long'}
          data-stale={list.isStale || undefined}
          style={{ '--row': `${rowHeight}px` } as CSSProperties}
          tabIndex={0}
          role="region"
          aria-label={label}
          aria-busy={list.isPending || (list.isStale && !(list.error instanceof Refusal))}
          onScroll={({ currentTarget }) => list.onScroll(currentTarget.scrollTop)}
          onPointerOver={({ target }) => nameCut(target)}
        >
          <Table
            highlightOnHover
            stickyHeader
            layout="fixed"
            aria-rowcount={list.hasOlder ? -1 : items.length + 1}
          >
            <Table.Thead>
              <Table.Tr aria-rowindex={1}>
                {columns.map(({ column: { name, head = name, isRight }, width }) => (
                  <Table.Th key={name} w={width} className={classOf(isRight)}>
                    {head}
                  </Table.Th>
                ))}
                <Table.Th w={MENU_WIDTH} p={0}>
                  <ViewMenu
                    columns={allColumns.filter(canHide).map(({ name }) => name)}
                    view={view}
                    more={orders}
                  />
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              <Space height={above} />
              {isLoading && <Skeletons columns={columns.length} span={span} />}
              {seen.map(({ index, key }) => {
                const item = items[index];
                return (
                  item && (
                    <Table.Tr
                      key={key}
                      data-index={index}
                      data-chosen={item.id === chosen || item.id === cursor || undefined}
                      aria-rowindex={index + 2}
                    >
                      {columns.map(
                        ({ column: { name, isRight, card, text, cell = text, cardCell = cell } }, at) => (
                          <Table.Td
                            key={name}
                            className={classOf(isRight)}
                            colSpan={span(at)}
                            data-card={isCards ? card : undefined}
                          >
                            {(isCards ? cardCell : cell)?.(item)}
                          </Table.Td>
                        ),
                      )}
                    </Table.Tr>
                  )
                );
              })}
              {!isLoading && <Space height={below} />}
            </Table.Tbody>
          </Table>
        </div>
      </div>
      {isEmpty && !isFiltered && (empty ?? <Empty title={`No ${label.toLowerCase()} yet`} />)}
      <div aria-live="polite">
        {isEmpty && isFiltered && !list.hasOlder && <Empty title="No match" action={<ClearFilters />} />}
      </div>
      <ListFoot
        label={label}
        list={list}
        count={items.length}
        csv={() =>
          csvOf(
            columns.map(({ column }) => column),
            items,
          )
        }
        isFiltered={isFiltered}
        onNewest={() => rows.scrollToOffset(0)}
      >
        {isBarren && list.hasOlder && (
          <Button size="compact-sm" variant="default" onClick={readOlder}>
            Search older
          </Button>
        )}
      </ListFoot>
    </>
  );
}

function canHide<Item>({ isKept }: Column<Item>, index: number): boolean {
  return index > 0 && isKept !== true;
}

/** The columns of cards, which have no widths. */
function cardsOf<Item>(
  columns: readonly Column<Item>[],
): readonly { readonly column: Column<Item>; readonly width: number }[] {
  return columns
    .filter(({ card }) => card !== undefined)
    .toSorted((a, b) => (a.card ?? 0) - (b.card ?? 0))
    .map((column) => ({ column, width: 0 }));
}

function classOf(isRight: boolean | undefined): string | undefined {
  return isRight ? 'right numbers' : undefined;
}

/** Gives a cell whose text is cut the whole text as its title. */
function nameCut(target: EventTarget): void {
  const cell = target instanceof Element ? target.closest('td') : null;
  if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText;
}

/** The width of the content of a box in px, 0 before it is known. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const read = (): void => setWidth(element.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

/** The height of rows that are not in the page. */
function Space({ height }: { readonly height: number }): JSX.Element | null {
  if (height <= 0) return null;
  return (
    <Table.Tr aria-hidden className="space">
      <Table.Td p={0} h={height} />
    </Table.Tr>
  );
}

interface SkeletonsProps {
  readonly columns: number;
  readonly span: (column: number) => number;
}

function Skeletons({ columns, span }: SkeletonsProps): JSX.Element[] {
  return Array.from({ length: SKELETONS }, (_, row) => (
    <Table.Tr key={row} data-skeleton aria-hidden>
      {Array.from({ length: columns }, (__, column) => (
        <Table.Td key={column} colSpan={span(column)}>
          <Skeleton h={12} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
