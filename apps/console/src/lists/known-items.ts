/** A page of a list of the control API, oldest first. */
export interface ListPage<Item> {
  readonly data: readonly Item[];
  /** The cursor before which older ones are. */
  readonly previous: string | null;
}

/** The part of a list that has been read, the latest first. */
export interface Known<Item> {
  /** The key of the list. */
  readonly of: string;
  /** The key without its filter. */
  readonly base: string;
  readonly items: readonly Item[];
  /** The cursor before which older ones are; null at the start of the list, and when the list is full. */
  readonly previous: string | null;
  /** Older items exist, but {@link MOST} are known. */
  readonly isFull: boolean;
  /** Pages read since the last item. A page of a filtered list can be empty. */
  readonly emptyPages: number;
}

interface Identified {
  readonly id: string;
}

/** Items kept in memory. */
export const MOST = 5_000;

/**
 * Puts the latest page in front. Known items in the range of that page and absent from it no longer match,
 * and are dropped. Where the range ends is unknown if its oldest item is new: the list begins again with that
 * page.
 */
export function merged<Item extends Identified>(
  { of, base }: Pick<Known<Item>, 'of' | 'base'>,
  known: Known<Item>,
  { data, previous }: ListPage<Item>,
): Known<Item> {
  const end = known.of === of ? endOfRange(known, { data, previous }) : -1;
  const head = {
    of,
    base,
    items: data.toReversed(),
    previous,
    isFull: false,
    emptyPages: data.length === 0 ? 1 : 0,
  };
  if (end < 0) return head;
  const ids = new Set(data.map(({ id }) => id));
  return bounded({
    ...known,
    items: [...head.items, ...known.items.slice(end).filter(({ id }) => !ids.has(id))],
  });
}

/** Replaces the items that have changed and drops those that no longer match. New ones are not added. */
export function updated<Item extends Identified>(known: Known<Item>, page: ListPage<Item>): Known<Item> {
  const end = endOfRange(known, page);
  const now = new Map(page.data.map((item) => [item.id, item]));
  const items = known.items.flatMap((item, index) => now.get(item.id) ?? (index < end ? [] : [item]));
  return { ...known, items };
}

export function extended<Item extends Identified>(
  known: Known<Item>,
  { data, previous }: ListPage<Item>,
): Known<Item> {
  const emptyPages = data.length === 0 ? known.emptyPages + 1 : 0;
  return bounded({ ...known, items: [...known.items, ...data.toReversed()], previous, emptyPages });
}

/** The number of known items, from the first, in the range of the latest page; -1 if unknown. */
function endOfRange<Item extends Identified>(
  { items }: Known<Item>,
  { data, previous }: ListPage<Item>,
): number {
  if (previous === null) return items.length;
  const oldest = data[0]?.id;
  const index = items.findIndex(({ id }) => id === oldest);
  return index < 0 ? -1 : index + 1;
}

function bounded<Item>(known: Known<Item>): Known<Item> {
  if (known.items.length < MOST || (known.items.length === MOST && known.previous === null)) return known;
  return { ...known, items: known.items.slice(0, MOST), previous: null, isFull: true };
}
