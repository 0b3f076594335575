import { Button, Group, Skeleton, Table, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type JSX,
  type ReactNode,
  type RefObject,
} from 'react';
import { Empty } from '../ui/empty';
import { Trouble } from '../ui/trouble';
import { csvOf } from './csv';
import type { LongList } from './long-list';
import './lists.css';
import { copyText, useCopy } from '../ui/copy-text';
import { useKeys } from '../ui/keys';
import { notifyDone, notifyFailed } from '../ui/notify';
import { counted } from '../ui/words';
import { useView } from './view';
import { ViewMenu } from './view-menu';

/** Fits `THB 1,000,000,000.00` with a sign. */
export const AMOUNT_WIDTH = 178;
/** Fits `25 Nov, 16:54`. */
export const TIME_WIDTH = 120;

const ROW_HEIGHT = { usual: 36, compact: 28 };
/** The header, which covers the top of the box, with names of two lines. */
const HEAD_HEIGHT = 52;
/** Rows rendered beyond those in sight. */
const OVERSCAN = 10;
/** So close to its end, more of the list is read. */
const NEAR_END = 20;
/** Pages without a match that are read before the user has to ask for more. */
const MOST_EMPTY_PAGES = 4;
const SKELETONS = 8;

export interface Column<Item> {
  readonly name: string;
  /** At least so many px: what is left of the table is shared in proportion. */
  readonly width: number;
  /** Amounts and counts. */
  readonly isRight?: boolean;
  /** Left out on a phone. */
  readonly isExtra?: boolean;
  /** Shown on wide screens alone. */
  readonly isWide?: boolean;
  /** Cannot be hidden, as the first one cannot. */
  readonly isKept?: boolean;
  /** The header cell. Default: the name. */
  readonly head?: ReactNode;
  /** The first column, or one that is kept, has a link with the class `row-link`, which covers the row. */
  readonly cell: (item: Item) => ReactNode;
}

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
  const canHide = ({ isKept }: Column<Item>, index: number): boolean => index > 0 && isKept !== true;
  const columns = allColumns.filter(
    (column, index) => !canHide(column, index) || !view.hidden.includes(column.name),
  );
  const rowHeight = view.isCompact ? ROW_HEIGHT.compact : ROW_HEIGHT.usual;
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
    if (box.current) box.current.scrollTop *= rowHeight / lastHeight.current;
    lastHeight.current = rowHeight;
  }, [rowHeight]);
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
  return (
    <>
      {list.error && !isFiltered && <Trouble error={list.error} what={label.toLowerCase()} />}
      <div className="listed" hidden={isEmpty && !isFiltered}>
        <ViewMenu columns={allColumns.filter(canHide).map(({ name }) => name)} view={view} />
        <div
          ref={box}
          className="long"
          data-compact={view.isCompact || undefined}
          tabIndex={0}
          role="region"
          aria-label={label}
          aria-busy={list.isPending}
          onScroll={({ currentTarget }) => list.hold(currentTarget.scrollTop > 0)}
        >
          <Table
            highlightOnHover
            stickyHeader
            layout="fixed"
            aria-rowcount={list.hasOlder ? -1 : items.length + 1}
          >
            <Table.Thead>
              <Table.Tr aria-rowindex={1}>
                {columns.map(({ name, width, head = name, ...column }) => (
                  <Table.Th key={name} w={width} className={classOf(column)}>
                    {head}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              <Space height={above} />
              {isLoading && <Skeletons columns={columns} />}
              {seen.map(({ index, key }) => {
                const item = items[index];
                return (
                  item && (
                    <Table.Tr
                      key={key}
                      ref={rows.measureElement}
                      data-index={index}
                      data-chosen={item.id === chosen || item.id === cursor || undefined}
                      aria-rowindex={index + 2}
                    >
                      {columns.map((column) => (
                        <Table.Td key={column.name} className={classOf(column)}>
                          {column.cell(item)}
                        </Table.Td>
                      ))}
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
      <Foot
        label={label}
        list={list}
        items={items}
        isFiltered={isFiltered}
        onNewest={() => rows.scrollToOffset(0)}
      >
        {isBarren && list.hasOlder && (
          <Button size="compact-sm" variant="default" onClick={readOlder}>
            Search older
          </Button>
        )}
      </Foot>
    </>
  );
}

function classOf({
  isRight,
  isExtra,
  isWide,
}: Pick<Column<never>, 'isRight' | 'isExtra' | 'isWide'>): string {
  return ['breaks', isRight && 'right numbers', isExtra && 'extra', isWide && 'extra wide-only']
    .filter(Boolean)
    .join(' ');
}

interface CursorProps {
  readonly items: readonly { readonly id: string }[];
  readonly box: RefObject<HTMLDivElement | null>;
  readonly scrollTo: (index: number) => void;
  readonly chosen: string | undefined;
  readonly onSelect: ((id: string) => void) | undefined;
}

/** The id of the row that the keyboard has reached, or that was opened after. Rows above it may come and go. */
function useCursor({ items, box, scrollTo, chosen, onSelect }: CursorProps): string | undefined {
  const [cursor, setCursor] = useState<string>();
  useEffect(() => {
    if (chosen !== undefined) setCursor(chosen);
  }, [chosen]);
  const index = items.findIndex(({ id }) => id === cursor);
  const move = (by: number) => () => {
    const next = Math.min(items.length - 1, Math.max(0, index + by));
    setCursor(items[next]?.id);
    scrollTo(next);
  };
  /** Enter on a link or a button is theirs. */
  const open = ({ target }: KeyboardEvent): boolean => {
    if (target instanceof Element && target.closest('a, button, [role=tab]')) return false;
    box.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] .row-link`)?.click();
    return true;
  };
  const current = items[index]?.id ?? chosen;
  const select = (): unknown => current !== undefined && onSelect?.(current);
  const copy = (): unknown =>
    current !== undefined &&
    copyText(current).then(
      () => notifyDone(`Copied ${current}`),
      (error: unknown) => notifyFailed('Copy', error),
    );
  useKeys({ j: move(1), k: move(-1), Enter: open, x: select, y: copy });
  return cursor;
}

/** The height of rows that are not in the page. */
function Space({ height }: { readonly height: number }): JSX.Element | null {
  if (height <= 0) return null;
  return (
    <Table.Tr aria-hidden>
      <Table.Td p={0} h={height} />
    </Table.Tr>
  );
}

function Skeletons<Item>({ columns }: { readonly columns: readonly Column<Item>[] }): JSX.Element[] {
  return Array.from({ length: SKELETONS }, (_, row) => (
    <Table.Tr key={row} aria-hidden>
      {columns.map((column) => (
        <Table.Td key={column.name} className={classOf(column)}>
          <Skeleton h={12} my={4} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

interface FootProps<Item> {
  readonly label: string;
  readonly list: LongList<Item>;
  /** The rows shown. */
  readonly items: readonly Item[];
  readonly isFiltered: boolean;
  readonly onNewest: () => void;
  readonly children: ReactNode;
}

function Foot<Item extends object>({
  label,
  list,
  items,
  isFiltered,
  onNewest,
  children,
}: FootProps<Item>): JSX.Element {
  const csv = useCopy();
  const count = items.length;
  const { waiting, hasOlder, isFull, isPending, isStale } = list;
  const words = (): string => {
    if (isPending || isStale) return '';
    if (count === 0) return isFiltered ? (hasOlder ? 'No match yet' : 'No match') : '';
    if (isFull) return `Showing the latest ${count.toLocaleString('en')} · filter to find older`;
    return hasOlder
      ? `Showing ${count.toLocaleString('en')} · scroll for older`
      : counted(count, label.toLowerCase().replace(/s$/, ''));
  };
  return (
    <Group mt="xs" mih={30} aria-live="polite">
      <Text size="sm" c="dimmed">
        {words()}
      </Text>
      {children}
      {count > 0 && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => csv.copy(csvOf(items))}>
          {csv.isCopied ? 'Copied' : 'Copy as CSV'}
        </Button>
      )}
      {waiting > 0 && (
        <Button size="compact-sm" variant="light" onClick={onNewest}>
          {waiting} new · Show
        </Button>
      )}
    </Group>
  );
}
