import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { every, Refusal } from '../api/client';
import { keepList, keptList } from './kept-lists';
import { extended, merged, updated, type Known, type ListPage } from './known-items';

/** Most changes arrive earlier, by the event stream. */
export const REFRESH_MS = 30_000;

/** A list from its end, of which older parts are read as one goes back. */
export interface LongList<Item> {
  /** The key of the list whose items are known. */
  readonly of: string;
  /** The latest first. */
  readonly items: readonly Item[];
  /** The number of new items that a held list does not show. */
  readonly waiting: number;
  readonly hasOlder: boolean;
  /** Older items exist, but the list holds as many as fit in memory. */
  readonly isFull: boolean;
  /** Pages read since the last item. */
  readonly emptyPages: number;
  readonly isPending: boolean;
  /** The items are those of an earlier filter, because the present one is not answered yet or was refused. */
  readonly isStale: boolean;
  readonly error: Error | undefined;
  readonly readOlder: () => void;
  /** How far the list was scrolled when its entry of the browser's history was left, in px. */
  readonly top: number;
  /** While the list is scrolled, new items are counted and not shown. */
  readonly onScroll: (top: number) => void;
}

const NOTHING: Known<never> = { of: '', base: '', items: [], previous: null, isFull: false, emptyPages: 0 };

/** The list named by `base` and `filter`, read by `read`: the page before a cursor, or before the `end`. */
export function useLongList<Item extends { readonly id: string }>(
  base: readonly unknown[],
  filter: unknown,
  read: (before: string) => Promise<ListPage<Item>>,
  refreshMs = REFRESH_MS,
): LongList<Item> {
  const key = [...base, filter];
  const of = JSON.stringify(key);
  const baseName = JSON.stringify(base);
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  // Belongs to no list until the first page is known.
  const [known, setKnown] = useState<Known<Item>>(() => keptList(entry, of)?.known ?? NOTHING);
  const top = useRef(keptList(entry, of)?.top ?? 0);
  const [isHeld, hold] = useState(top.current > 0);
  const [failed, setFailed] = useState<{ readonly of: string; readonly error: Error }>();
  const isReading = useRef(false);
  const latest = useRef(known);
  latest.current = known;
  useLayoutEffect(() => {
    const kept = keptList(entry, of);
    if (kept && latest.current.of !== of) {
      setKnown(kept.known);
      top.current = kept.top;
    }
    return () => {
      if (latest.current.of === of)
        keepList(entry, { known: latest.current as Known<never>, top: top.current });
    };
  }, [entry, of]);
  const head = useQuery({
    queryKey: key,
    queryFn: () => read('end'),
    refetchInterval: every(refreshMs),
    // A refused filter stays refused, whatever happens in the sandbox.
    enabled: ({ state: { error } }) => !(error instanceof Refusal && error.status === 400),
  });
  useEffect(() => {
    if (head.data)
      setKnown((now) =>
        isHeld && now.of === of ? updated(now, head.data) : merged({ of, base: baseName }, now, head.data),
      );
  }, [head.data, isHeld, of, baseName]);
  const isCurrent = known.of === of;
  const { previous } = known;
  const readOlder = useCallback((): void => {
    if (isReading.current || previous === null || !isCurrent) return;
    isReading.current = true;
    const done = (change: () => void): void => {
      // Before the change, which may cause the next page to be read.
      isReading.current = false;
      change();
    };
    read(previous).then(
      (page) =>
        done(() => {
          setFailed(undefined);
          setKnown((now) => (now.of === of && now.previous === previous ? extended(now, page) : now));
        }),
      (error: Error) => done(() => setFailed({ of, error })),
    );
  }, [previous, isCurrent, of, read]);
  const onScroll = useCallback((at: number): void => {
    top.current = at;
    hold(at > 0);
  }, []);
  const isStale = !isCurrent && known.base === baseName;
  const items = isCurrent || isStale ? known.items : [];
  return {
    of: known.of,
    items,
    isStale,
    waiting: isCurrent && isHeld && head.data ? newIn(head.data, items).length : 0,
    hasOlder: isCurrent && previous !== null,
    isFull: isCurrent && known.isFull,
    emptyPages: known.emptyPages,
    isPending: !head.error && (!isCurrent || !head.data),
    error: head.error ?? (failed?.of === of ? failed.error : undefined),
    readOlder,
    top: keptList(entry, known.of)?.top ?? 0,
    onScroll,
  };
}

function newIn<Item extends { readonly id: string }>(
  { data }: ListPage<Item>,
  known: readonly Item[],
): readonly Item[] {
  const ids = new Set(known.slice(0, data.length).map(({ id }) => id));
  return data.filter(({ id }) => !ids.has(id));
}
