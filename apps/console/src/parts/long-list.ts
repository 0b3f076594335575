import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { every } from '../api/client';

/** How often the end of the list is looked at. */
const REFRESH_MS = 3_000;

/** A page of a list of the control API, oldest first. */
export interface ListPage<Item> {
  readonly data: readonly Item[];
  /** The cursor before which older ones are. */
  readonly previous: string | null;
}

/** A list from its end, of which older parts are read as one goes back. */
export interface LongList<Item> {
  /** The latest first. */
  readonly items: readonly Item[];
  /** How many have come at its end while it was held. */
  readonly waiting: number;
  readonly hasOlder: boolean;
  readonly isPending: boolean;
  readonly error: Error | undefined;
  readonly readOlder: () => void;
  /** While it is held, nothing is put in front of what is read. */
  readonly hold: (isHeld: boolean) => void;
}

interface Known<Item> {
  /** Of which list. */
  readonly of: string;
  readonly items: readonly Item[];
  readonly previous: string | null;
}

/** The list that `key` names, read by `read`: the page before a cursor, or before the `end`. */
export function useLongList<Item extends { readonly id: string }>(
  key: readonly unknown[],
  read: (before: string) => Promise<ListPage<Item>>,
): LongList<Item> {
  const of = JSON.stringify(key);
  const [known, setKnown] = useState<Known<Item>>({ of, items: [], previous: null });
  const [isHeld, hold] = useState(false);
  const [failed, setFailed] = useState<{ readonly of: string; readonly error: Error }>();
  const isReading = useRef(false);
  const head = useQuery({ queryKey: key, queryFn: () => read('end'), refetchInterval: every(REFRESH_MS) });
  useEffect(() => {
    if (head.data) setKnown((now) => (isHeld && now.of === of ? updated(now, head.data) : merged(of, now, head.data)));
  }, [head.data, isHeld, of]);
  const isCurrent = known.of === of;
  const { previous } = known;
  const readOlder = useCallback((): void => {
    if (isReading.current || previous === null || !isCurrent) return;
    isReading.current = true;
    const done = (change: () => void): void => {
      // Whoever is told of the change may ask for the next page at once.
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
  const items = isCurrent ? known.items : [];
  return {
    items,
    waiting: isCurrent && isHeld && head.data ? newIn(head.data, items).length : 0,
    hasOlder: isCurrent && previous !== null,
    isPending: head.isPending || (!isCurrent && !head.error),
    error: head.error ?? (failed?.of === of ? failed.error : undefined),
    readOlder,
    hold,
  };
}

function newIn<Item extends { readonly id: string }>({ data }: ListPage<Item>, known: readonly Item[]): readonly Item[] {
  const ids = new Set(known.slice(0, data.length).map(({ id }) => id));
  return data.filter(({ id }) => !ids.has(id));
}

/** What is at the end comes first; what has changed is not shown twice. Where more came than a page holds, the list begins anew. */
function merged<Item extends { readonly id: string }>(of: string, known: Known<Item>, { data, previous }: ListPage<Item>): Known<Item> {
  const ids = new Set(data.map(({ id }) => id));
  const rest = known.of === of ? known.items.filter(({ id }) => !ids.has(id)) : [];
  const isJoined = known.of === of && rest.length < known.items.length;
  return isJoined ? { of, items: [...data.toReversed(), ...rest], previous: known.previous } : { of, items: data.toReversed(), previous };
}

/** What is there in its place, as it is now. */
function updated<Item extends { readonly id: string }>(known: Known<Item>, { data }: ListPage<Item>): Known<Item> {
  const now = new Map(data.map((item) => [item.id, item]));
  return { ...known, items: known.items.map((item) => now.get(item.id) ?? item) };
}

function extended<Item>(known: Known<Item>, { data, previous }: ListPage<Item>): Known<Item> {
  return { ...known, items: [...known.items, ...data.toReversed()], previous };
}
