import type { WebhookEffect } from '#domain/faults/fault.js';
import { INTERRUPTED } from '#domain/webhooks/retry-schedule.js';
import type { Settings } from '#platform/config/settings.js';
import { Prisma } from '#platform/database/generated/client.js';

/** A claim outlives the attempt's time-out by this much, to write down what it came to; after that its worker counts as dead. */
const CLAIM_MARGIN_MS = 10_000;

/** Whose time webhooks are signed in. */
export type SignatureTime = 'machine' | 'sandbox';

/** Who asked for an attempt. */
export type AttemptTrigger = 'schedule' | 'manual' | 'fault';

/** A delivery, and the attempt at it that this process, and no other, makes. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly accountId: string;
  readonly eventId: string;
  /** Where this attempt goes. */
  readonly uri: string;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  /** Attempts until now that the schedule asked for, with this one if it did. */
  readonly scheduledCount: number;
  readonly trigger: AttemptTrigger;
  /** Whether it goes to the delivery's own address. */
  readonly isOwnAddress: boolean;
  readonly body: string;
  /** Of the request that caused the event; null when none did. */
  readonly requestId: string | null;
  readonly secret: string;
  /** Of the sandbox that it belongs to. */
  readonly epoch: number;
  readonly timeoutMs: number;
  readonly retryDelaysMs: readonly number[];
  readonly signatureTime: SignatureTime;
  readonly clockOffsetMs: number;
  readonly frozenAt: Date | null;
  /** The fault that it was hit by, and what that does; null when none hit it. */
  readonly fault: string | null;
  readonly faultEffect: WebhookEffect | null;
  /** When the event happened, in the account's time. */
  readonly createdAt: Date;
}

/** What an attempt needs of the row `account`. */
export function termsOfAccount({
  webhookTimeoutMs,
  webhookRetryDelaysMs,
}: Pick<Settings, 'webhookTimeoutMs' | 'webhookRetryDelaysMs'>): Prisma.Sql {
  const timeoutMs = Prisma.sql`coalesce(webhook_timeout_ms, ${webhookTimeoutMs}::int)`;
  return Prisma.sql`clock_offset_ms, frozen_at, webhook_secret, epoch, signature_time, ${timeoutMs} AS timeout_ms,
    coalesce(webhook_retry_delays_ms, ${JSON.stringify(webhookRetryDelaysMs)}::jsonb) AS retry_delays_ms,
    (${timeoutMs} + ${CLAIM_MARGIN_MS}::int) * interval '1 millisecond' AS claim`;
}

/** Writes down the attempts of workers that died: of the rows `due`, which have the terms of their accounts too, those that are claimed still. */
export function interruptedAttempts(): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO webhook_attempt (delivery_id, number, account_id, started_at, machine_at, duration_ms, error)
    SELECT id, claimed_number, account_id, coalesce(frozen_at, claimed_until - claim + clock_offset_ms * interval '1 millisecond'),
      claimed_until - claim, 0, ${INTERRUPTED}
    FROM due WHERE claimed_until IS NOT NULL
    ON CONFLICT DO NOTHING`;
}

/** The parts of a {@link ClaimedDelivery} from a delivery that was just counted up, the terms of its account, and its event. */
export function claimedColumns(names: { readonly delivery: string; readonly terms: string }): Prisma.Sql {
  const [delivery, terms] = [Prisma.raw(names.delivery), Prisma.raw(names.terms)];
  return Prisma.sql`${delivery}.id, ${delivery}.attempt_count AS attempt, ${delivery}.attempt_count - ${delivery}.extra_count AS "scheduledCount",
    ${delivery}.fault, ${delivery}.fault_effect AS "faultEffect", ${delivery}.created_at AS "createdAt", ${delivery}.account_id AS "accountId", event.id AS "eventId", event.body,
    event.request_id AS "requestId", ${terms}.webhook_secret AS secret, ${terms}.epoch, ${terms}.timeout_ms AS "timeoutMs",
    ${terms}.retry_delays_ms AS "retryDelaysMs", ${terms}.signature_time AS "signatureTime",
    ${terms}.clock_offset_ms::float8 AS "clockOffsetMs", ${terms}.frozen_at AS "frozenAt"`;
}
