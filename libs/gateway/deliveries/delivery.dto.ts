import { parseDateTime } from '#domain/time.js';
import { webhookUriProblem } from '#domain/webhooks/addresses.js';
import { Check, FormBoolean, Optional, Text } from '#platform/http/dto.js';

const STATUSES = ['pending', 'delivered', 'exhausted'] as const;
export type DeliveryStatus = (typeof STATUSES)[number];

const MAX_KEY_LENGTH = 100;

/**
 * Parameters of `POST /api/sandboxes/{name}/deliveries/{id}/redeliver`.
 * @example { "to": "https://shop.example/webhooks" }
 */
export class RedeliverDto {
  /** Another address than the delivery's own. */
  @Optional()
  @Check((value, name) => webhookUriProblem(name, value))
  to?: string;
}

/**
 * Parameters of `POST /api/sandboxes/{name}/events/{id}/deliver`.
 * @example { "to": "https://shop.example/webhooks" }
 */
export class DeliverEventDto {
  /**
   * Where it is sent.
   * @example "https://shop.example/webhooks"
   */
  @Check((value, name) => webhookUriProblem(name, value))
  to!: string;
}

/**
 * Parameters of `POST /api/sandboxes/{name}/deliveries/redeliver`: which deliveries are meant. Without any, all are.
 * @example { "status": "exhausted" }
 */
export class RedeliverManyDto {
  @Optional()
  @Check((value) => statusProblem(value))
  status?: DeliveryStatus;

  /**
   * The key of their events.
   * @example "charge.complete"
   */
  @Optional()
  @Text(MAX_KEY_LENGTH)
  key?: string;

  /**
   * Only those whose events happened then or later, in the sandbox's time.
   * @example "2026-01-31T08:15:00Z"
   */
  @Optional()
  @Check((value, name) => (parseDateTime(value) ? undefined : `${name} must be an ISO 8601 datetime such as 2027-01-31T08:15:00Z`))
  since?: string;

  /** Only tells which they are. */
  @FormBoolean()
  dry_run?: boolean;
}

export function statusProblem(value: unknown): string | undefined {
  return STATUSES.includes(value as DeliveryStatus) ? undefined : `status must be one of ${STATUSES.join(', ')}`;
}
