import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { EventKey } from './rules/event-keys.js';

/** A webhook delivery of a stored event (docs/fidelity.md V5). */
export interface DeliveryView {
  object: 'webhook_delivery';
  /** @example "whdl_test_60aaaaaaaaaaaaaaab1" */
  id: string;
  /** @example "https://shop.example/webhooks" */
  uri: string;
  /**
   * HTTP status of the last response.
   * @example 200
   */
  status: number | null;
  key: EventKey;
  /**
   * Why the endpoint did not respond.
   * @example "the receiver did not answer in time"
   */
  error: string | null;
  /**
   * Request body, as text.
   * @example "{\n  \"object\": \"event\"\n}"
   */
  payload: string;
  /**
   * Time of the event.
   * @example "2026-01-31 08:15:00 UTC"
   */
  created_at: string;
}

/** A change of an object, as sent in webhooks (docs/fidelity.md V3). */
export interface EventView {
  object: 'event';
  /** @example "evnt_test_60aaaaaaaaaaaaaaab2" */
  id: string;
  livemode: boolean;
  /** @example "/events/evnt_test_60aaaaaaaaaaaaaaab2" */
  location: string;
  webhook_deliveries: DeliveryView[];
  /**
   * The object at the time of the event, in the API version that the account had then.
   * @anyOf ChargeView CardView CustomerView DisputeView LinkView RecipientView RefundView ChargeScheduleView
   * TransferScheduleView TransferView
   */
  data: unknown;
  key: EventKey;
  created_at: Timestamp;
  created: Timestamp;
  actor_uid: null;
  team_uid: null;
  user_uid: null;
}

/**
 * An event in an older API version. It keeps the version of the account at the time of the event
 * (docs/fidelity.md V10).
 */
interface OlderEventView extends Omit<EventView, 'created_at' | 'data'> {
  /**
   * The object at the time of the event, in that API version.
   * @schema { "type": "object" }
   * @example { "object": "charge" }
   */
  data: unknown;
}

/** An event in an older API version, stored by an earlier release of Tollgate without its deliveries. */
type OldestEventView = Omit<OlderEventView, 'webhook_deliveries' | 'actor_uid' | 'team_uid' | 'user_uid'>;

/** An event as it was stored. */
export type StoredEventView = EventView | OlderEventView | OldestEventView;

/** A new event about the object `data`, as it is stored and sent: before any delivery. */
export function eventView(
  event: { id: string; livemode: boolean; key: EventKey; createdAt: Date },
  data: unknown,
): EventView {
  const createdAt = isoSeconds(event.createdAt);
  return {
    object: 'event',
    id: event.id,
    livemode: event.livemode,
    location: `/events/${event.id}`,
    webhook_deliveries: [],
    data,
    key: event.key,
    created_at: createdAt,
    created: createdAt,
    actor_uid: null,
    team_uid: null,
    user_uid: null,
  };
}
