import type { ObjectSummaryView } from '../objects/object-summary.view.js';
import type { DoneItem } from '../timed-work/timed-work.js';
import type { Unfinished, WalkResult } from './clock-walk.js';
import type { ClockMove, ClockMoveStatus } from './clock.store.js';
import type { PlannedItem } from './due-work.js';

/**
 * A moment in the sandbox's time, to the millisecond.
 * @schema { "type": "string", "format": "date-time" }
 * @example "2026-01-31T08:15:00.000Z"
 */
type Moment = string;

/** Something that time will bring. */
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

/** The time of a sandbox. */
export interface ClockView {
  object: 'clock';
  now: Moment;
  /** Whether it stands still. */
  frozen: boolean;
  /** What will happen first. */
  next: NextView | null;
}

/** Something that time will bring, why, and what its object is about. */
interface UpcomingView extends NextView, ObjectSummaryView {
  livemode: boolean;
  /**
   * The delivery, where a webhook is to be sent.
   * @example null
   */
  delivery: string | null;
  /** @example "The charge expires unless it is paid or refused before." */
  why: string;
}

/** What time will bring, in order. */
export interface UpcomingListView {
  object: 'list';
  data: UpcomingView[];
  /** Always null: what comes after these may be moved by what is done before. */
  next: null;
}

/** Something that happened while a clock was advanced. */
interface HappenedView extends NextView {
  livemode: boolean;
  /**
   * The event that it caused, or that was sent.
   * @example "evnt_test_60aaaaaaaaaaaaaaaa1"
   */
  event: string | null;
  /** @example null */
  delivery: string | null;
  /**
   * `expired`; of a webhook `delivered`, `pending` when it is to be tried again, `exhausted`.
   * @example "expired"
   */
  outcome: string;
  /**
   * The status that a receiver answered.
   * @example null
   */
  status: number | null;
  /**
   * Why a receiver did not answer.
   * @example null
   */
  error: string | null;
}

/** Something that was due and is not done. */
interface UnfinishedView extends NextView {
  livemode: boolean;
  /** @example "max_real was over before it" */
  why: string;
}

/** What happened while a clock was advanced, in order. */
export interface AdvanceView {
  object: 'advance';
  /** @example "clkm_0b7e2c7e-8a39-4c1c-9a39-4c1c9a394c1c" */
  id: string;
  from: Moment;
  to: Moment;
  /** `done` when nothing is left that was to happen until `to`. */
  status: 'done' | 'unfinished' | 'interrupted';
  /**
   * How many webhooks are held: they were passed over.
   * @example 0
   */
  held: number;
  happened: HappenedView[];
  unfinished: UnfinishedView[];
}

export function clockView(now: Date, isFrozen: boolean, next: PlannedItem | undefined): ClockView {
  return { object: 'clock', now: now.toISOString(), frozen: isFrozen, next: next ? nextView(next) : null };
}

export function upcomingView(items: readonly PlannedItem[], summaryOf: (id: string) => ObjectSummaryView): UpcomingListView {
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

/** `events` has the events that changes of state caused, by {@link eventKey}. */
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

function nextView({ at, kind, objectId }: Pick<PlannedItem, 'at' | 'kind' | 'objectId'>): NextView {
  return { at: at.toISOString(), kind, object_id: objectId };
}

function happenedView(happened: DoneItem, events: ReadonlyMap<string, string>): HappenedView {
  const { livemode, event, delivery = null, outcome, status = null, error = null, objectId, at } = happened;
  return { ...nextView(happened), livemode, event: event ?? events.get(eventKey(objectId, at)) ?? null, delivery, outcome, status, error };
}

function unfinishedView(unfinished: Unfinished): UnfinishedView {
  return { ...nextView(unfinished), livemode: unfinished.livemode, why: unfinished.why };
}
