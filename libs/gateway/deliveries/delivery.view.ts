import type { EventKey } from '#domain/events/event-keys.js';
import { madeAt } from '#domain/ids.js';
import { attemptProblem } from '#domain/webhooks/attempt-problem.js';
import type { Prisma } from '#platform/database/generated/client.js';
import type { ObjectSummaryView } from '../objects/object-summary.view.js';

/** What a view needs of an attempt's row. */
export type AttemptRow = Prisma.WebhookAttemptGetPayload<object>;

/** And of a delivery's. */
export const WITH_EVENT = { event: { select: { key: true, objectId: true } } } as const satisfies Prisma.WebhookDeliveryInclude;
export type DeliveryRow = Omit<
  Prisma.WebhookDeliveryGetPayload<{ include: typeof WITH_EVENT }>,
  'accountId' | 'extraCount' | 'claimedNumber' | 'claimedUntil' | 'faultEffect' | 'faultCall' | 'xid'
>;

/**
 * A moment, to the millisecond.
 * @schema { "type": "string", "format": "date-time" }
 * @example "2026-01-31T08:15:00.000Z"
 */
type Moment = string;

/**
 * Headers by their names.
 * @schema { "type": "object", "additionalProperties": { "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] } }
 * @example { "content-type": "application/json" }
 */
type Headers = object;

/** How long an attempt took, in milliseconds from its begin. */
interface TimingsView {
  /** Until it could be sent: next to nothing on a connection that was open. Null if it never was. */
  connect: number | null;
  /** Until the answer began. Null if none did. */
  first_byte: number | null;
  /** @example 12 */
  total: number;
}

/** What a receiver answered. */
interface AnswerView {
  /** @example 200 */
  status: number;
  /** Values of cookies and credentials are masked. Null where they were not kept. */
  headers: Headers | null;
  /**
   * The first 1,024 bytes, as text.
   * @example "ok"
   */
  body: string;
}

/** One POST of a webhook. */
export interface AttemptView {
  object: 'attempt';
  /** @example "whdl_test_60aaaaaaaaaaaaaaab1" */
  delivery: string;
  /**
   * Counted for each delivery, from 1.
   * @example 1
   */
  number: number;
  /** Who asked for it. */
  trigger: 'schedule' | 'manual' | 'fault';
  /** When it began, in the sandbox's time. */
  at: Moment;
  /** The same in the machine's time; null for an attempt of an older release. */
  machine_at: Moment | null;
  /** @example "https://shop.example/webhooks" */
  uri: string;
  /** As they were sent. Null where they were not kept. */
  headers: Headers | null;
  /**
   * The IP address that the receiver's name stood for; null if that is not known.
   * @example "127.0.0.1"
   */
  address: string | null;
  timings: TimingsView;
  /** Null when there was none. */
  answer: AnswerView | null;
  /**
   * Why it did not arrive, in words; null when it did.
   * @example "the receiver answered 500, and only 2xx counts"
   */
  error: string | null;
  /**
   * The name of the fault that changed it; null when it is as it would be without.
   * @example null
   */
  fault: string | null;
}

/** An event on its way to one address. */
export interface DeliverySummaryView {
  object: 'delivery';
  /** @example "whdl_test_60aaaaaaaaaaaaaaab1" */
  id: string;
  livemode: boolean;
  /** @example "evnt_test_60aaaaaaaaaaaaaaab2" */
  event: string;
  key: EventKey;
  /**
   * What the event is about.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  object_id: string;
  /** @example "https://shop.example/webhooks" */
  uri: string;
  status: 'pending' | 'held' | 'delivered' | 'exhausted';
  /**
   * How many attempts were begun.
   * @example 1
   */
  attempt_count: number;
  /** When it was made, in the sandbox's time. */
  at: Moment;
  /** The same in the machine's time. */
  machine_at: Moment;
  /** When the next attempt is due, in the sandbox's time; null when none is planned. */
  next_attempt_at: Moment | null;
  /**
   * The name of the fault that it was hit by; null when none hit it.
   * @example null
   */
  fault: string | null;
}

/** The last attempt of a delivery. */
export interface DeliveryFactsView {
  /**
   * What the receiver answered to the last attempt. Null without an answer, and before the first attempt has ended.
   * @example 500
   */
  last_status: number | null;
  /**
   * Why the last attempt did not arrive, in words. Null if it did, and before the first attempt has ended.
   * @example "the receiver answered 500, and only 2xx counts"
   */
  last_error: string | null;
  /**
   * How long the last attempt took.
   * @example 20
   */
  last_duration_ms: number | null;
  /** When the last attempt ended, in the sandbox's time; when the delivery was made, before the first has ended. */
  updated_at: Moment;
}

/** A delivery with its last attempt, and what the object of its event is about. */
export interface ListedDeliveryView extends DeliverySummaryView, DeliveryFactsView, ObjectSummaryView {}

/** The same with its attempts, oldest first. */
export interface DeliveryDetailView extends ListedDeliveryView {
  attempts: AttemptView[];
}

/** What one of many deliveries came to that were sent again. */
export interface RedeliveredView {
  delivery: DeliverySummaryView;
  /** Null where nothing was to be sent. */
  attempt: AttemptView | null;
}

/** What came of deliveries that were sent again, or would be. */
export interface RedeliveryView {
  object: 'redelivery';
  dry_run: boolean;
  /**
   * How many are meant.
   * @example 1
   */
  count: number;
  /**
   * How many of them have arrived.
   * @example 1
   */
  delivered: number;
  /**
   * How many have not.
   * @example 0
   */
  failed: number;
  /**
   * How many were not taken, because they are more than one request takes.
   * @example 0
   */
  left: number;
  data: RedeliveredView[];
}

/** Whether the webhooks of a sandbox are held. */
export interface HoldView {
  object: 'hold';
  holding: boolean;
  /**
   * How many are held.
   * @example 2
   */
  held: number;
}

/** What came of webhooks that were released, in the order in which they were sent. */
export interface ReleaseView {
  object: 'release';
  /**
   * How many were sent and arrived.
   * @example 2
   */
  delivered: number;
  /**
   * How many were sent and did not: those are tried again as the schedule says.
   * @example 0
   */
  failed: number;
  /**
   * How many are held still, because webhooks were held or released anew meanwhile, or nobody waited any more: then they go on being held.
   * @example 0
   */
  held: number;
  /** The first 1,000 attempts. */
  data: AttemptView[];
}

export function deliverySummaryView(delivery: DeliveryRow): DeliverySummaryView {
  const { id, livemode, eventId, event, uri, status, attemptCount, createdAt, nextAttemptAt, fault } = delivery;
  return {
    object: 'delivery',
    ...{ id, livemode, event: eventId, key: event.key as EventKey, object_id: event.objectId, uri },
    status: status as DeliverySummaryView['status'],
    attempt_count: attemptCount,
    at: createdAt.toISOString(),
    machine_at: madeAt(id).toISOString(),
    next_attempt_at: nextAttemptAt?.toISOString() ?? null,
    fault,
  };
}

/** `ownUri` is the delivery's. */
export function attemptView(attempt: AttemptRow, ownUri: string): AttemptView {
  const { deliveryId, number, trigger, startedAt, machineAt, uri, headers, address, durationMs, connectMs, firstByteMs, fault } = attempt;
  return {
    object: 'attempt',
    delivery: deliveryId,
    ...{ number, trigger: trigger as AttemptView['trigger'] },
    at: startedAt.toISOString(),
    machine_at: machineAt?.toISOString() ?? null,
    uri: uri ?? ownUri,
    headers: headers as Headers | null,
    address,
    timings: { connect: connectMs, first_byte: firstByteMs, total: durationMs },
    answer: answerView(attempt),
    error: attemptProblem(attempt),
    fault,
  };
}

function answerView({ status, answerHeaders, answerStart }: AttemptRow): AnswerView | null {
  return status === null ? null : { status, headers: answerHeaders as Headers | null, body: answerStart ?? '' };
}
