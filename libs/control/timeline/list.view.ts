import type { CommittedPage } from '#platform/listing/committed-list.js';

/**
 * A moment, to the millisecond.
 * @schema { "type": "string", "format": "date-time" }
 * @example "2026-01-31T08:15:00.000Z"
 */
export type Moment = string;

/** The common fields of entries: both times, and the mode. */
export interface TimedView {
  /** In the sandbox's time. */
  at: Moment;
  /** In real time. */
  machine_at: Moment;
}

/** A page of a list that is in the order of commits, oldest first. */
export interface CommittedListView<Item> {
  object: 'list';
  data: Item[];
  /**
   * Cursor for `after`: later entries. It is never null; at the end of the list it returns entries that are
   * added later. A page ends at 8 MiB and can have fewer entries than `limit`. An empty page is the end of
   * the list.
   * @example "74012.evnt_test_60aaaaaaaaaaaaaaab2"
   */
  next: string;
  /**
   * Cursor for `before`: earlier entries. Null at the start of the list.
   * @example null
   */
  previous: string | null;
  /** True if entries after the cursor were deleted, or if a restore added entries before the cursor. */
  gap: boolean;
  /**
   * True if committed entries are not listed yet, because an older transaction is still open. They will
   * appear after `next`.
   */
  behind: boolean;
  /**
   * Why `wait` timed out: near matches and pending work. Null otherwise.
   * @example null
   */
  reason: string | null;
}

/** A page of a list. `reason` is null unless it was waited for in vain. */
export function committedListView<Entry, Item>(
  {
    entries,
    next,
    previous,
    isBehind,
  }: Pick<CommittedPage<Entry>, 'entries' | 'next' | 'previous' | 'isBehind'>,
  view: (entry: Entry) => Item,
  { gap, reason }: Pick<CommittedListView<Item>, 'gap' | 'reason'>,
): CommittedListView<Item> {
  return { object: 'list', data: entries.map(view), next, previous, gap, behind: isBehind, reason };
}
