import type { Settings } from '#platform/config/settings.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { WebhookEffect } from '../faults/rules/fault.js';
import type { AttemptTrigger } from './rules/attempt-change.js';
import { INTERRUPTED } from './rules/retry-schedule.js';

/**
 * A claim lasts this much longer than the attempt may take, so that the outcome can be recorded. Then the
 * worker counts as dead.
 */
const CLAIM_MARGIN_MS = 10_000;

/** The clock that a webhook's signature takes its time from. */
type SignatureTime = 'machine' | 'sandbox';

/**
 * A delivery that this process has claimed, with the attempt that it is about to make. No other process makes
 * that attempt.
 */
export interface ClaimedDelivery {
  readonly id: string;
  readonly accountId: string;
  readonly eventId: string;
  readonly uri: string;
  readonly attempt: number;
  /** The number of scheduled attempts, including this one if it is scheduled. */
  readonly scheduledCount: number;
  readonly trigger: AttemptTrigger;
  /** True if the attempt goes to the delivery's URL, and not to one of its own. */
  readonly isOwnAddress: boolean;
  /** The event, as it is stored. */
  readonly body: string;
  /** The id of the request that caused the event, or null. */
  readonly requestId: string | null;
  readonly secret: string;
  /** The epoch of its sandbox. */
  readonly epoch: number;
  readonly timeoutMs: number;
  readonly retryDelaysMs: readonly number[];
  readonly signatureTime: SignatureTime;
  readonly clockOffsetMs: number;
  readonly frozenAt: Date | null;
  /** The name and effect of the fault that applies to it; null without a fault. */
  readonly fault: string | null;
  readonly faultEffect: WebhookEffect | null;
  /** When the event happened, in the account's time. */
  readonly createdAt: Date;
}

/** The columns of `account` that an attempt needs. */
export function termsOfAccount({
  webhookTimeoutMs,
  webhookRetryDelaysMs,
}: Pick<Settings, 'webhookTimeoutMs' | 'webhookRetryDelaysMs'>): Prisma.Sql {
  const timeoutMs = Prisma.sql`coalesce(webhook_timeout_ms, ${webhookTimeoutMs}::int)`;
  return Prisma.sql`clock_offset_ms, frozen_at, webhook_secret, epoch, signature_time, ${timeoutMs} AS timeout_ms,
    coalesce(webhook_retry_delays_ms, ${JSON.stringify(webhookRetryDelaysMs)}::jsonb) AS retry_delays_ms,
    (${timeoutMs} + ${CLAIM_MARGIN_MS}::int) * interval '1 millisecond' AS claim`;
}

/**
 * Records the attempts of dead workers: the rows of `due` that still have a claim. `due` also has the columns
 * of {@link termsOfAccount}.
 */
export function interruptedAttempts(): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO webhook_attempt (delivery_id, number, account_id, started_at, machine_at, duration_ms, error)
    SELECT id, claimed_number, account_id, coalesce(frozen_at, claimed_until - claim + clock_offset_ms * interval '1 millisecond'),
      claimed_until - claim, 0, ${INTERRUPTED}
    FROM due WHERE claimed_until IS NOT NULL
    ON CONFLICT DO NOTHING`;
}

/**
 * The columns of a {@link ClaimedDelivery}: of the delivery, whose `attempt_count` includes the attempt, of
 * {@link termsOfAccount} and of the event.
 */
export function claimedColumns(names: { readonly delivery: string; readonly terms: string }): Prisma.Sql {
  const [delivery, terms] = [Prisma.raw(names.delivery), Prisma.raw(names.terms)];
  return Prisma.sql`${delivery}.id, ${delivery}.attempt_count AS attempt, ${delivery}.attempt_count - ${delivery}.extra_count AS "scheduledCount",
    ${delivery}.fault, ${delivery}.fault_effect AS "faultEffect", ${delivery}.created_at AS "createdAt", ${delivery}.account_id AS "accountId", event.id AS "eventId", event.body,
    event.request_id AS "requestId", ${terms}.webhook_secret AS secret, ${terms}.epoch, ${terms}.timeout_ms AS "timeoutMs",
    ${terms}.retry_delays_ms AS "retryDelaysMs", ${terms}.signature_time AS "signatureTime",
    ${terms}.clock_offset_ms::float8 AS "clockOffsetMs", ${terms}.frozen_at AS "frozenAt"`;
}
