import type { EventKey } from '#domain/events/event-keys.js';
import { isoSeconds } from '#domain/time.js';

/** What a stored event shows of one of its deliveries (docs/fidelity.md V5). */
export interface DeliveryView {
  object: 'webhook_delivery';
  id: string;
  uri: string;
  status: number | null;
  key: EventKey;
  error: string | null;
  payload: string;
}

/** The event object, keys in the recorded order; both `created` and `created_at` (docs/fidelity.md V3). */
export interface EventView {
  object: 'event';
  id: string;
  livemode: boolean;
  location: string;
  webhook_deliveries: DeliveryView[];
  data: unknown;
  key: EventKey;
  created_at: string;
  created: string;
  actor_uid: null;
  team_uid: null;
  user_uid: null;
  [field: string]: unknown;
}

/** A new event about the object `data`, as it is stored and sent: before any delivery. */
export function eventView(event: { id: string; livemode: boolean; key: EventKey; createdAt: Date }, data: unknown): EventView {
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
