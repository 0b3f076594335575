import type { DoneItem, DueItem } from '#engine/due-work/due-work.js';
import type { ObjectSummaryView } from '../lists/object-summary.view.js';
import type { Unfinished, WalkResult } from './clock-walk.js';
import type { HappenedFacts } from './happened-facts.queries.js';
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

/**
 * An item that ran while the clock advanced. Amount and metadata are those of `result`, or of the object if it
 * is null.
 */
interface HappenedView extends NextView, ObjectSummaryView {
  livemode: boolean;
  /**
   * ID of the occurrence of a schedule. Its retries have the same.
   * @example null
   */
  occurrence: string | null;
  /**
   * ID of the charge or transfer that the schedule made.
   * @example null
   */
  result: string | null;
  /**
   * Failure code of the charge or transfer.
   * @example null
   */
  failure_code: string | null;
  /**
   * Description of the charge, or of what the schedule makes.
   * @example "Pro plan"
   */
  description: string | null;
  /**
   * Email, name or ID of the customer or recipient.
   * @example "ann@shop.example"
   */
  party: string | null;
  /**
   * Key of the event.
   * @example "charge.expire"
   */
  key: string | null;
  /**
   * ID of the event that the item caused or sent.
   * @example "evnt_test_60aaaaaaaaaaaaaaaa1"
   */
  event: string | null;
  /** @example null */
  delivery: string | null;
  /**
   * `expired`. Of a webhook: `delivered`, `pending` if it will be retried, or `exhausted`. Of a schedule:
   * `successful`, `failed` or `skipped`.
   * @example "expired"
   */
  outcome: string;
  /**
   * HTTP status that the endpoint returned.
   * @example null
   */
  status: number | null;
  /**
   * Why the endpoint did not respond, or why the occurrence failed or was skipped.
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

export function advanceView(
  { id, from }: ClockMove,
  { to, happened, unfinished }: WalkResult,
  status: ClockMoveStatus,
  eventOf: (item: DoneItem) => string | null,
  factsOf: (item: DoneItem) => HappenedFacts,
  held: number,
): AdvanceView {
  return {
    object: 'advance',
    id,
    from: from.toISOString(),
    to: to.toISOString(),
    status,
    held,
    happened: happened.map((item) => happenedView(item, eventOf(item), factsOf(item))),
    unfinished: unfinished.map(unfinishedView),
  };
}

function nextView({ at, kind, objectId }: Pick<DueItem, 'at' | 'kind' | 'objectId'>): NextView {
  return { at: at.toISOString(), kind, object_id: objectId };
}

function happenedView(item: DoneItem, event: string | null, facts: HappenedFacts): HappenedView {
  const { livemode, delivery = null, outcome, status = null, error = null } = item;
  const { occurrence = null, result = null } = item;
  return {
    ...nextView(item),
    ...facts,
    livemode,
    occurrence,
    result,
    event,
    delivery,
    outcome,
    status,
    error,
  };
}

function unfinishedView(unfinished: Unfinished): UnfinishedView {
  return { ...nextView(unfinished), livemode: unfinished.livemode, why: unfinished.why };
}
