import { Button, Group, Table, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type JSX, type ReactNode } from 'react';
import { Trouble } from '../app/trouble';
import type { LongList } from './long-list';

const ROW_HEIGHT = 38;
/** Rows beyond those that are seen. */
const OVERSCAN = 10;
/** So close to its end, more of the list is read. */
const NEAR_END = 20;
/** Rows that are looked through for one that passes before that has to be asked for. */
const LOOKED_THROUGH = 2_000;

interface LongTableProps<Item> {
  /** What is in it, for whoever does not see it. */
  readonly label: string;
  /** The names of its columns, and how wide each is. */
  readonly heads: readonly (readonly [name: string, width: string])[];
  readonly list: LongList<Item>;
  /** Those of its items that are shown: all, unless given. */
  readonly shown?: readonly Item[];
  /** What is said where there is none. */
  readonly empty?: string;
  /** What an item has in each column. */
  readonly cells: (item: Item) => readonly ReactNode[];
}

/** A list of any length: only the rows that are seen are in the page, and older ones are read as one goes there. */
export function LongTable<Item extends { readonly id: string }>({
  label,
  heads,
  list,
  shown,
  empty,
  cells,
}: LongTableProps<Item>): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const items = shown ?? list.items;
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: OVERSCAN,
  });
  const seen = rows.getVirtualItems();
  const last = seen.at(-1)?.index ?? -1;
  const look = useLookedThrough(list, items.length);
  const isNearEnd = last >= items.length - NEAR_END;
  const { readOlder } = list;
  useEffect(() => {
    if (isNearEnd && look.isAllowed) readOlder();
  }, [isNearEnd, look.isAllowed, readOlder]);
  const above = seen[0]?.start ?? 0;
  const below = rows.getTotalSize() - (seen.at(-1)?.end ?? 0);
  return (
    <>
      {list.error && <Trouble error={list.error} />}
      <div
        ref={place}
        className="long"
        hidden={list.error !== undefined && items.length === 0}
        tabIndex={0}
        role="region"
        aria-label={label}
        onScroll={({ currentTarget }) => list.hold(currentTarget.scrollTop > 0)}
      >
        <Table highlightOnHover stickyHeader layout="fixed" miw="58rem" aria-rowcount={list.hasOlder ? -1 : items.length + 1}>
          <Table.Thead>
            <Table.Tr aria-rowindex={1}>
              {heads.map(([name, width]) => (
                <Table.Th key={name} w={width}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Space height={above} columns={heads.length} />
            {seen.map(({ index, key }) => {
              const item = items[index];
              return (
                item && (
                  <Table.Tr key={key} ref={rows.measureElement} data-index={index} aria-rowindex={index + 2}>
                    {cells(item).map((cell, column) => (
                      <Table.Td key={heads[column]?.[0]} className="breaks">
                        {cell}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                )
              );
            })}
            <Space height={below} columns={heads.length} />
          </Table.Tbody>
        </Table>
      </div>
      <Foot list={list} count={items.length} empty={empty} onNewest={() => rows.scrollToOffset(0)}>
        {!look.isAllowed && list.hasOlder && (
          <Button size="compact-sm" variant="default" onClick={look.goOn}>
            Look further back
          </Button>
        )}
      </Foot>
    </>
  );
}

/** Stands for rows that are not in the page. */
function Space({ height, columns }: { readonly height: number; readonly columns: number }): JSX.Element | null {
  if (height <= 0) return null;
  return (
    <Table.Tr aria-hidden>
      <Table.Td colSpan={columns} p={0} h={height} />
    </Table.Tr>
  );
}

interface FootProps<Item> {
  readonly list: LongList<Item>;
  readonly count: number;
  readonly empty: string | undefined;
  readonly onNewest: () => void;
  readonly children: ReactNode;
}

function Foot<Item>({ list, count, empty, onNewest, children }: FootProps<Item>): JSX.Element | null {
  const { items, waiting, hasOlder, isPending, error } = list;
  if (error && items.length === 0) return null;
  const of = count < items.length ? ` of ${items.length} read` : '';
  const words = isPending
    ? '…'
    : count === 0
      ? (items.length === 0 && empty) || `none${of}`
      : `${count}${of}${hasOlder ? ', and older ones below' : ''}`;
  return (
    <Group mt="xs" mih={30} aria-live="polite">
      <Text size="sm" c="dimmed">
        {words}
      </Text>
      {children}
      {waiting > 0 && (
        <Button size="compact-sm" variant="light" onClick={onNewest}>
          {waiting} new
        </Button>
      )}
    </Group>
  );
}

/** Whether one may go on to look for rows that pass where few do, and asking for more. */
function useLookedThrough<Item>({ items }: LongList<Item>, passing: number): { readonly isAllowed: boolean; readonly goOn: () => void } {
  const [most, setMost] = useState(LOOKED_THROUGH);
  const isAllowed = items.length - passing < most;
  return { isAllowed, goOn: () => setMost(items.length - passing + LOOKED_THROUGH) };
}
