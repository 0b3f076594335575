import type { DoneItem, DueItem } from '#engine/due-work/due-work.js';
import type { ObjectSummaryView } from '../lists/object-summary.view.js';
import type { Unfinished, WalkResult } from './clock-walk.js';
import type { ClockMove, ClockMoveStatus } from './clock.store.js';

/**
 * A moment in the sandbox's time, to the millisecond.
 * @schema { "type": "string", "format": "date-time" }
 * @example "2026-01-31T08:15:00.000Z"
 */
type Moment = string;

/** An upcoming item. */
export interface NextView {
  at: Moment;
  /**
   * `expiry`, `authorization_end`, `occurrence`, `occurrence_retry`, `delivery` or `retry`.
   * @example "expiry"
   */
  kind: string;
  /** @example "chrg_test_60aaaaaaaaaaaaaaaa1" */
  object_id: string;
}

/** The clock of a sandbox. */
export interface ClockView {
  object: 'clock';
  now: Moment;
  /** True if the clock is frozen. */
  frozen: boolean;
  /** The next upcoming item. */
  next: NextView | null;
}

/** An upcoming item, its reason and its object. */
interface UpcomingView extends NextView, ObjectSummaryView {
  livemode: boolean;
  /**
   * Delivery ID, if the item is a webhook.
   * @example null
   */
  delivery: string | null;
  /** @example "Unless it is paid or declined first." */
  why: string;
}

/** Upcoming items, sorted by due time. */
export interface UpcomingListView {
  object: 'list';
  data: UpcomingView[];
  /** Always null: running these items can change what follows. */
  next: null;
}

/** An item that ran while the clock advanced. */
interface HappenedView extends NextView {
  livemode: boolean;
  /**
   * ID of the event that the item caused or sent.
   * @example "evnt_test_60aaaaaaaaaaaaaaaa1"
   */
  event: string | null;
  /** @example null */
  delivery: string | null;
  /**
   * `expired`. Of a webhook: `delivered`, `pending` if it will be retried, or `exhausted`.
   * @example "expired"
   */
  outcome: string;
  /**
   * HTTP status that the endpoint returned.
   * @example null
   */
  status: number | null;
  /**
   * Why the endpoint did not respond.
   * @example null
   */
  error: string | null;
}

/** A due item that has not run. */
interface UnfinishedView extends NextView {
  livemode: boolean;
  /** @example "max_real was exceeded first" */
  why: string;
}

/** Items that ran while the clock advanced, in order. */
export interface AdvanceView {
  object: 'advance';
  /** @example "clkm_0b7e2c7e-8a39-4c1c-9a39-4c1c9a394c1c" */
  id: string;
  from: Moment;
  to: Moment;
  /** `done` if everything due until `to` has run. */
  status: 'done' | 'unfinished' | 'interrupted';
  /**
   * Number of held webhooks. They were skipped.
   * @example 0
   */
  held: number;
  happened: HappenedView[];
  unfinished: UnfinishedView[];
}

export function clockView(now: Date, isFrozen: boolean, next: DueItem | undefined): ClockView {
  return { object: 'clock', now: now.toISOString(), frozen: isFrozen, next: next ? nextView(next) : null };
}

export function upcomingView(
  items: readonly DueItem[],
  summaryOf: (id: string) => ObjectSummaryView,
): UpcomingListView {
  return {
    object: 'list',
    data: items.map((item) => ({
      ...nextView(item),
      ...summaryOf(item.objectId),
      livemode: item.livemode,
      delivery: item.id === item.objectId ? null : item.id,
      why: item.work.kinds[item.kind] ?? '',
    })),
    next: null,
  };
}

/** `events`: the events that changes of state caused, by {@link eventKey}. */
export function advanceView(
  { id, from }: ClockMove,
  { to, happened, unfinished }: WalkResult,
  status: ClockMoveStatus,
  events: ReadonlyMap<string, string>,
  held: number,
): AdvanceView {
  return {
    object: 'advance',
    id,
    from: from.toISOString(),
    to: to.toISOString(),
    status,
    held,
    happened: happened.map((one) => happenedView(one, events)),
    unfinished: unfinished.map(unfinishedView),
  };
}

export function eventKey(objectId: string, at: Date): string {
  return `${objectId} ${at.getTime()}`;
}

function nextView({ at, kind, objectId }: Pick<DueItem, 'at' | 'kind' | 'objectId'>): NextView {
  return { at: at.toISOString(), kind, object_id: objectId };
}

function happenedView(happened: DoneItem, events: ReadonlyMap<string, string>): HappenedView {
  const { livemode, event, delivery = null, outcome, status = null, error = null, objectId, at } = happened;
  return {
    ...nextView(happened),
    livemode,
    event: event ?? events.get(eventKey(objectId, at)) ?? null,
    delivery,
    outcome,
    status,
    error,
  };
}

function unfinishedView(unfinished: Unfinished): UnfinishedView {
  return { ...nextView(unfinished), livemode: unfinished.livemode, why: unfinished.why };
}
