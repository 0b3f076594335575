import { madeAt } from '#kernel/ids.js';
import type { Prisma } from '#platform/database/generated/client.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import { eventText } from '#engine/events/rules/event-text.js';
import type { AttemptChange, AttemptTrigger } from '#engine/webhooks/rules/attempt-change.js';
import { attemptProblem } from '#engine/webhooks/rules/attempt-problem.js';
import type { SignatureMistake } from '#engine/webhooks/rules/signature-mistakes.js';
import type { ObjectSummaryView } from '../lists/object-summary.view.js';

export type AttemptRow = Prisma.WebhookAttemptGetPayload<object>;

export const WITH_EVENT = {
  event: { select: { key: true, objectId: true } },
} as const satisfies Prisma.WebhookDeliveryInclude;
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
 * @schema { "type": "object", "additionalProperties": { "anyOf": [{ "type": "string" }, { "type": "array",
 * "items": { "type": "string" } }] } }
 * @example { "content-type": "application/json" }
 */
type Headers = object;

/** Duration of an attempt, in milliseconds since its start. */
interface TimingsView {
  /** Until the connection was ready, close to 0 on a reused connection. Null if it never was. */
  connect: number | null;
  /** Until the first byte of the response. Null without a response. */
  first_byte: number | null;
  /** @example 12 */
  total: number;
}

/** Response of the endpoint. */
interface AnswerView {
  /** @example 200 */
  status: number;
  /** Response headers. Cookies and credentials are masked. Null if not stored. */
  headers: Headers | null;
  /**
   * First 1,024 bytes of the body, as text; 8 KiB if the attempt failed.
   * @example "ok"
   */
  body: string;
}

/** Changes to a webhook by a fault or an exam. */
interface AttemptChangeView {
  /** The body that was signed. Null: the body of the event. */
  body: string | null;
  /** True if one value was changed after signing: the amount of the object by 1, or without it `livemode`. */
  body_altered: boolean;
  /** True if the body was sent without its last character, as by faults of earlier releases. */
  body_cut: boolean;
  /**
   * `none`, one with a `wrong`, an `empty` or the `published` demo secret, or `two`, of which the second was right.
   * Null: one with the right secret.
   */
  signature: 'none' | 'wrong' | 'empty' | 'published' | 'two' | null;
  /** The usual mistake of shops by whose rule the webhook was signed. Null: the right rule. */
  signature_mistake: SignatureMistake | null;
  /**
   * Age of the signature.
   * @example 0
   */
  signature_age_ms: number;
  /** True if the connection was closed before the response. */
  hung_up: boolean;
  /** True if an exam ran the shop without its webhook secret, and sent it this webhook unchanged. */
  secret_unset: boolean;
}

/** An attempt to deliver a webhook. */
export interface AttemptView {
  object: 'attempt';
  /** @example "whdl_test_60aaaaaaaaaaaaaaab1" */
  delivery: string;
  /**
   * Number of the attempt, starting at 1.
   * @example 1
   */
  number: number;
  /** Trigger of the attempt. */
  trigger: AttemptTrigger;
  /** Start time, in the sandbox's time. */
  at: Moment;
  /** Start time, in real time. Null for attempts of older releases. */
  machine_at: Moment | null;
  /** @example "https://shop.example/webhooks" */
  uri: string;
  /** Request headers, as sent. Null if not stored. */
  headers: Headers | null;
  /**
   * Resolved IP address of the endpoint. Null if unknown.
   * @example "127.0.0.1"
   */
  address: string | null;
  timings: TimingsView;
  /** Response of the endpoint. Null if it did not respond. */
  answer: AnswerView | null;
  /**
   * Why the attempt failed. Null if it succeeded.
   * @example "Endpoint returned 500. Only 2xx counts as delivered."
   */
  error: string | null;
  /**
   * Name of the fault that changed the attempt, or null.
   * @example null
   */
  fault: string | null;
  /**
   * Changes to body, signature or connection by a fault or an exam. Null without any.
   * @example null
   */
  change: AttemptChangeView | null;
}

/** Delivery of an event to one URL. */
export interface DeliverySummaryView {
  object: 'delivery';
  /** @example "whdl_test_60aaaaaaaaaaaaaaab1" */
  id: string;
  livemode: boolean;
  /** @example "evnt_test_60aaaaaaaaaaaaaaab2" */
  event: string;
  key: EventKey;
  /**
   * ID of the event's object.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  object_id: string;
  /** @example "https://shop.example/webhooks" */
  uri: string;
  status: 'pending' | 'held' | 'delivered' | 'exhausted';
  /**
   * Number of attempts so far.
   * @example 1
   */
  attempt_count: number;
  /** Creation time, in the sandbox's time. */
  at: Moment;
  /** Creation time, in real time. */
  machine_at: Moment;
  /** Time of the next attempt, in the sandbox's time. Null if none is scheduled. */
  next_attempt_at: Moment | null;
  /**
   * Name of the fault that changed the delivery, or null.
   * @example null
   */
  fault: string | null;
}

/** The last attempt of a delivery. */
export interface DeliveryFactsView {
  /**
   * Status of the response to the last attempt. Null without a response, and before the first attempt ends.
   * @example 500
   */
  last_status: number | null;
  /**
   * Why the last attempt failed. Null if it was delivered, and before the first attempt ends.
   * @example "Endpoint returned 500. Only 2xx counts as delivered."
   */
  last_error: string | null;
  /**
   * Duration of the last attempt.
   * @example 20
   */
  last_duration_ms: number | null;
  /**
   * When the last attempt ended, in sandbox time. Before the first attempt ends: when the delivery was
   * created.
   */
  updated_at: Moment;
}

/** A delivery with its last attempt and the object of its event. */
export interface ListedDeliveryView extends DeliverySummaryView, DeliveryFactsView, ObjectSummaryView {
  /**
   * Email of the customer or recipient that the event is about, else its name or description. Null for other
   * objects.
   * @example null
   */
  about: string | null;
}

/** A delivery with its attempts, oldest first. */
export interface DeliveryDetailView extends ListedDeliveryView {
  attempts: AttemptView[];
}

/** Result of one resent delivery. */
export interface RedeliveredView {
  delivery: DeliverySummaryView;
  /** The new attempt. Null if nothing was sent. */
  attempt: AttemptView | null;
}

/** Result of resending deliveries. */
export interface RedeliveryView {
  object: 'redelivery';
  dry_run: boolean;
  /**
   * Number of matching deliveries.
   * @example 1
   */
  count: number;
  /**
   * Number of successful deliveries.
   * @example 1
   */
  delivered: number;
  /**
   * Number of failed deliveries.
   * @example 0
   */
  failed: number;
  /**
   * Number of matching deliveries above the limit of one request. They were not sent.
   * @example 0
   */
  left: number;
  data: RedeliveredView[];
}

/** State of the webhook deliveries of a sandbox. */
export interface HoldView {
  object: 'hold';
  holding: boolean;
  /**
   * Number of held webhooks.
   * @example 2
   */
  held: number;
}

/** Result of resuming webhook deliveries, in the order of sending. */
export interface ReleaseView {
  object: 'release';
  /**
   * Number of successful deliveries.
   * @example 2
   */
  delivered: number;
  /**
   * Number of failed deliveries. They are retried on schedule.
   * @example 0
   */
  failed: number;
  /**
   * Number of webhooks that are still held, because deliveries were paused or resumed again, or because the
   * client disconnected.
   * @example 0
   */
  held: number;
  /** The first 1,000 attempts. */
  data: AttemptView[];
}

export function deliverySummaryView(delivery: DeliveryRow): DeliverySummaryView {
  const { id, livemode, eventId, event, uri, status, attemptCount, createdAt, nextAttemptAt, fault } =
    delivery;
  return {
    object: 'delivery',
    id,
    livemode,
    event: eventId,
    key: event.key as EventKey,
    object_id: event.objectId,
    uri,
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
  const {
    deliveryId,
    number,
    trigger,
    startedAt,
    machineAt,
    uri,
    headers,
    address,
    durationMs,
    connectMs,
    firstByteMs,
    fault,
  } = attempt;
  return {
    object: 'attempt',
    delivery: deliveryId,
    number,
    trigger: trigger as AttemptTrigger,
    at: startedAt.toISOString(),
    machine_at: machineAt?.toISOString() ?? null,
    uri: uri ?? ownUri,
    headers: headers as Headers | null,
    address,
    timings: { connect: connectMs, first_byte: firstByteMs, total: durationMs },
    answer: answerView(attempt),
    error: attemptProblem(attempt),
    fault,
    change: changeView(attempt.change as AttemptChange | null),
  };
}

function changeView(change: AttemptChange | null): AttemptChangeView | null {
  return (
    change && {
      body: change.body === undefined ? null : eventText(change.body),
      body_altered: change.isAltered ?? false,
      body_cut: change.isCut ?? false,
      signature: change.signature ?? null,
      signature_mistake: change.mistake ?? null,
      signature_age_ms: change.ageMs ?? 0,
      hung_up: change.hangsUp ?? false,
      secret_unset: change.isSecretUnset ?? false,
    }
  );
}

function answerView({ status, answerHeaders, answerStart }: AttemptRow): AnswerView | null {
  return status === null
    ? null
    : { status, headers: answerHeaders as Headers | null, body: answerStart ?? '' };
}
