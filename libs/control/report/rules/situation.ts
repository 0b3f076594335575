import type { ChargeRow, EventRow, History } from './history.js';
import { isAcknowledged, isAnswered, isForged, isStale } from './history.js';
import type { Step } from './recipe.js';

export const SITUATION_GROUPS = [
  'Payment methods',
  'Declines',
  'Customers',
  'Authorizations',
  'Refunds',
  'Disputes',
  'Saved cards',
  'Webhooks',
  'API',
] as const;
export type SituationGroup = (typeof SITUATION_GROUPS)[number];

/** Something that happens to a shop, which its tests should meet. */
export interface Situation {
  readonly name: string;
  readonly group: SituationGroup;
  readonly title: string;
  /** The steps that cause it. */
  readonly steps: readonly Step[];
  /** When it was met. */
  readonly met: (history: History) => readonly Occasion[];
  /** True if the shop learned of it. Default: by {@link isNoticed}. */
  readonly isChecked?: (history: History, occasion: Occasion) => boolean;
}

/** A time at which a situation was met. */
export interface Occasion {
  /** The object that it happened to. */
  readonly object: string | null;
  /** In milliseconds of the sandbox's clock. */
  readonly at: number;
  /** The request, page, action or clock move that caused it. */
  readonly cause: string | null;
}

/**
 * True if the shop got to know of it: its own answered call caused it, it called about the payment afterwards,
 * or it acknowledged a webhook about the payment afterwards.
 */
export function isNoticed(history: History, { object, at, cause }: Occasion): boolean {
  const causing = history.call(cause);
  if (causing && causing.status !== null) return true;
  if (object === null) return false;
  return (
    history.callsAbout(object).some((call) => isAnswered(call) && call.at >= at) ||
    history
      .attemptsAbout(object)
      .some((one) => isAcknowledged(one) && !isForged(one) && !isStale(one) && one.started_at >= at)
  );
}

/** True if the shop has called the API successfully since. */
export function hasCalledSince(history: History, { at, cause }: Occasion): boolean {
  return history.isAnsweredSince(at, cause);
}

/** The end of each of these charges: its last event with one of the keys. */
export function endsOf(
  history: History,
  isMeant: (charge: ChargeRow) => boolean,
  keys: readonly string[] = ['charge.complete', 'charge.expire', 'charge.capture', 'charge.reverse'],
): Occasion[] {
  return history.charges.filter(isMeant).map((charge) => {
    const event = history.eventsOf(charge.id).findLast(({ key }) => keys.includes(key));
    return event ? occasionOf(event) : { object: charge.id, at: charge.created_at, cause: null };
  });
}

/** The events with this key about these objects. */
export function eventsOf(
  { events }: History,
  key: string,
  isMeant: (objectId: string) => boolean = () => true,
): Occasion[] {
  return events.filter((event) => event.key === key && isMeant(event.object_id)).map(occasionOf);
}

export function occasionOf({ object_id: object, created_at: at, trigger_id: cause }: EventRow): Occasion {
  return { object, at, cause };
}

export function isPaid({ status }: ChargeRow): boolean {
  return status === 'successful';
}
