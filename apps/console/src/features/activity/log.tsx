import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type JSX } from 'react';
import type { Place } from '../../ui/place';
import { idOf } from '../timeline/entries';
import type { Feed } from './feed';
import './feed.css';
import type { Group, Item } from './groups';
import { ChildRow, COLUMNS, HeadRow, openedBy } from './row';
import { useKeys } from '../../ui/keys';

const ROW_HEIGHT = 28;
const OVERSCAN = 10;
/** So close to its end, more of the timeline is read. */
const NEAR_END = 20;
/** Entries read for a filter before the user has to ask for more. */
const READ_FOR_FILTER = 2_000;

/** A line of the feed: a group, or one of its effects. */
type Row = { readonly id: string; readonly group: Group } | { readonly id: string; readonly item: Item };

interface LogProps {
  readonly feed: Feed;
  readonly groups: readonly Group[];
  readonly isFiltered: boolean;
  readonly place: Place;
  readonly isFolded: boolean;
  /** ID of the entry in the inspector. */
  readonly opened: string | undefined;
  /** The selected row, by its ID. */
  readonly cursor: string | undefined;
  readonly onCursor: (id: string | undefined) => void;
  readonly onScroll: (isScrolled: boolean) => void;
}

/**
 * The timeline in groups, the latest first. Only the rows in sight are in the page, and older ones are read
 * on the way down.
 */
export function Log({
  feed,
  groups,
  isFiltered,
  place,
  isFolded,
  opened,
  cursor,
  onCursor,
  onScroll,
}: LogProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [most, setMost] = useState(READ_FOR_FILTER);
  const isOpen = ({ id }: Group): boolean => turned.has(id) === isFolded;
  const rows = groups.flatMap((group): Row[] => [
    { id: group.id, group },
    ...(isOpen(group) ? group.children.map((item) => ({ id: idOf(item.entry), item })) : []),
  ]);
  const fold = (id: string): void =>
    setTurned((now) => new Set(now.has(id) ? [...now].filter((other) => other !== id) : [...now, id]));
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
  });
  const seen = lines.getVirtualItems();
  const isNearEnd = (seen.at(-1)?.index ?? -1) >= rows.length - NEAR_END;
  const { hasOlder, readOlder, entries } = feed;
  const isAllowed = !isFiltered || entries.length < most;
  useEffect(() => {
    if (isNearEnd && hasOlder && isAllowed) readOlder();
  }, [isNearEnd, hasOlder, isAllowed, readOlder]);
  // A new filter begins at the top.
  useEffect(() => onScroll(false), [onScroll]);
  const move = (by: number) => () => {
    const next = Math.min(rows.length - 1, Math.max(0, rows.findIndex(({ id }) => id === cursor) + by));
    onCursor(rows[next]?.id);
    // Enter opens the row, and presses no button that was used before.
    box.current?.focus({ preventScroll: true });
    lines.scrollToIndex(next);
  };
  const open = ({ target }: KeyboardEvent): boolean => {
    // Enter on a link or a button is theirs.
    if (target !== document.body && target !== box.current) return false;
    box.current?.querySelector<HTMLElement>('[data-cursor] .row-link')?.click();
    return true;
  };
  useKeys({ j: move(1), k: move(-1), Enter: open, Escape: () => onCursor(undefined) });
  return (
    <>
      <div
        ref={box}
        className="feed"
        role="region"
        aria-label="Timeline"
        tabIndex={0}
        onScroll={({ currentTarget }) => onScroll(currentTarget.scrollTop > 0)}
      >
        <div role="table" aria-label="Entries" aria-rowcount={hasOlder ? -1 : rows.length + 1}>
          <div role="rowgroup" className="feed-head">
            <div role="row" className="feed-row" aria-rowindex={1}>
              {COLUMNS.map((name) => (
                <div
                  key={name}
                  role="columnheader"
                  className={`feed-${name === 'Activity' ? 'what' : name.toLowerCase()}`}
                >
                  {name}
                </div>
              ))}
            </div>
          </div>
          <div role="rowgroup" style={{ height: lines.getTotalSize(), position: 'relative' }}>
            {seen.map(({ index, key, start }) => {
              const row = rows[index];
              if (!row) return undefined;
              const entry = 'group' in row ? row.group.head.entry : row.item.entry;
              return (
                <div
                  key={key}
                  ref={lines.measureElement}
                  data-index={index}
                  data-child={'item' in row || undefined}
                  data-cursor={row.id === cursor || undefined}
                  data-chosen={row.id === cursor || openedBy(entry) === opened || undefined}
                  role="row"
                  aria-rowindex={index + 2}
                  className="feed-row line"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {'group' in row ? (
                    <HeadRow group={row.group} place={place} isOpen={isOpen(row.group)} onFold={fold} />
                  ) : (
                    <ChildRow item={row.item} place={place} />
                  )}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {!isAllowed && hasOlder && (
        <Button
          size="compact-sm"
          variant="default"
          mt="xs"
          onClick={() => setMost(entries.length + READ_FOR_FILTER)}
        >
          Search older
        </Button>
      )}
    </>
  );
}
