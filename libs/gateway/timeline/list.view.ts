import type { CommittedPage } from '#platform/listing/committed-list.js';

/**
 * A moment, to the millisecond.
 * @schema { "type": "string", "format": "date-time" }
 * @example "2026-01-31T08:15:00.000Z"
 */
export type Moment = string;

/** What every entry has: both times, and the mode. */
export interface TimedView {
  /** In the sandbox's time. */
  at: Moment;
  /** In the machine's time. */
  machine_at: Moment;
}

/** A page of a list that is in the order of commits, oldest first. */
export interface CommittedListView<Item> {
  object: 'list';
  data: Item[];
  /**
   * Send it as `after` to go on from here. It is never null: at the end of the list it is where new entries will be. A page may have fewer entries than `limit`
   * before that, because it ends at 8 MiB: a page without entries has reached the end.
   * @example "74012.evnt_test_60aaaaaaaaaaaaaaab2"
   */
  next: string;
  /**
   * Send it as `before` for the entries that come before these. Null where there are none.
   * @example null
   */
  previous: string | null;
  /** Whether entries that came after the cursor are not there any more, or a restore has put some before it. */
  gap: boolean;
  /** Whether more is committed that cannot be listed yet, because an older transaction is still under way: it will come after `next`. */
  behind: boolean;
  /**
   * Why what was waited for did not come, in words: what came close, and what is pending.
   * Null unless it was waited for in vain.
   * @example null
   */
  reason: string | null;
}

/** A page of a list. `reason` is null unless it was waited for in vain. */
export function committedListView<Entry, Item>(
  { entries, next, previous, isBehind }: Pick<CommittedPage<Entry>, 'entries' | 'next' | 'previous' | 'isBehind'>,
  view: (entry: Entry) => Item,
  { gap, reason }: Pick<CommittedListView<Item>, 'gap' | 'reason'>,
): CommittedListView<Item> {
  return { object: 'list', data: entries.map(view), next, previous, gap, behind: isBehind, reason };
}
