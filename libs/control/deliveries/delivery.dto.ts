import { parseDateTime } from '#kernel/time.js';
import { webhookUriProblem } from '#kernel/addresses.js';
import { Check, FormBoolean, Optional, Text } from '#platform/http/dto.js';

const STATUSES = ['pending', 'retrying', 'held', 'delivered', 'exhausted'] as const;
export type DeliveryStatus = (typeof STATUSES)[number];

const MAX_KEY_LENGTH = 100;
/** Delivery IDs in a parameter. */
const MAX_IDS = 1_000;

/**
 * Parameters of `POST /api/sandboxes/{name}/deliveries/{id}/redeliver`.
 * @example { "to": "https://shop.example/webhooks" }
 */
export class RedeliverDto {
  /** URL to send to, instead of the URL of the delivery. */
  @Optional()
  @Check((value, name) => webhookUriProblem(name, value))
  to?: string;
}

/** Parameters of `POST /api/sandboxes/{name}/webhooks/test`. */
export class TestEventDto {
  /** True to send it in live mode. Default: test mode. */
  @FormBoolean()
  livemode?: boolean;
}

/**
 * Parameters of `POST /api/sandboxes/{name}/events/{id}/deliver`.
 * @example { "to": "https://shop.example/webhooks" }
 */
export class DeliverEventDto {
  /**
   * URL to send the event to.
   * @example "https://shop.example/webhooks"
   */
  @Check((value, name) => webhookUriProblem(name, value))
  to!: string;
}

/**
 * Parameters of `POST /api/sandboxes/{name}/deliveries/redeliver`. They filter the deliveries. Without any,
 * all deliveries of both modes are resent.
 * @example { "status": "exhausted" }
 */
export class RedeliverManyDto {
  /**
   * Delivery IDs, at most 1,000.
   * @example ["whdl_test_60aaaaaaaaaaaaaaab1"]
   */
  @Optional()
  @Check((value) => (isIds(value) ? undefined : `ids must be a list of at most ${MAX_IDS} delivery ids`))
  ids?: string[];

  /** `retrying`: those that are pending and failed at least once. */
  @Optional()
  @Check((value) => statusProblem(value))
  status?: DeliveryStatus;

  /**
   * Event key.
   * @example "charge.complete"
   */
  @Optional()
  @Text(MAX_KEY_LENGTH)
  key?: string;

  /**
   * Earliest time of the event, in the sandbox's time.
   * @example "2026-01-31T08:15:00Z"
   */
  @Optional()
  @Check((value, name) =>
    parseDateTime(value) ? undefined : `${name} must be an ISO 8601 datetime such as 2027-01-31T08:15:00Z`,
  )
  since?: string;

  /** True for live mode, false for test mode. */
  @FormBoolean()
  livemode?: boolean;

  /** Returns the matching deliveries without sending them. */
  @FormBoolean()
  dry_run?: boolean;
}

/**
 * Parameters of `POST /api/sandboxes/{name}/webhooks/release`.
 * @example { "order": "reversed" }
 */
export class ReleaseWebhooksDto {
  /**
   * Order of sending: delivery IDs, which are sent first, or `reversed`. Default: by creation time.
   * @example "reversed"
   */
  @Optional()
  @Check((value) => orderProblem(value))
  order?: string[] | 'reversed';
}

function orderProblem(value: unknown): string | undefined {
  const isList = isIds(value);
  if (isList && new Set(value).size < value.length) return 'order must contain each delivery once';
  return isList || value === 'reversed'
    ? undefined
    : `order must be reversed, or a list of at most ${MAX_IDS} delivery ids`;
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= MAX_IDS && value.every((id) => typeof id === 'string');
}

export function statusProblem(value: unknown): string | undefined {
  return STATUSES.includes(value as DeliveryStatus)
    ? undefined
    : `status must be one of ${STATUSES.join(', ')}`;
}
