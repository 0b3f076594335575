import { Prisma } from '#platform/database/generated/client.js';
import type { AttemptChange, AttemptTrigger } from './rules/attempt-change.js';
import type { KeptHeaders } from './rules/kept-headers.js';
import { judgeAttempt, type DeliveryVerdict } from './rules/retry-schedule.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import type { SentAttempt } from './webhook-sender.js';

/** A delivery that will be retried is pending, or held while its account holds its webhooks. */
const STATUS_OF_PENDING = Prisma.sql`
  CASE WHEN EXISTS (SELECT FROM account WHERE id = delivery.account_id AND webhooks_held_at IS NOT NULL) THEN 'held' ELSE 'pending' END`;

const SKIP_LOCKED = Prisma.sql`SKIP LOCKED`;

/** The outcome of an attempt, with the names of columns. */
export interface AttemptOutcomeRow {
  readonly id: string;
  /** The account at the claim: a restore may have moved the delivery to another one. */
  readonly account_id: string;
  readonly number: number;
  readonly trigger: AttemptTrigger;
  readonly trigger_id: string | null;
  readonly started_at: Date;
  readonly machine_at: Date;
  readonly duration_ms: number;
  readonly connect_ms: number | null;
  readonly first_byte_ms: number | null;
  readonly headers: KeptHeaders;
  readonly address: string | null;
  readonly answer_headers: KeptHeaders | null;
  /** The status that the receiver answered. */
  readonly answer: number | null;
  readonly error: string | null;
  readonly answer_start: string | null;
  /** The name of the fault that changed it. */
  readonly fault: string | null;
  readonly change: AttemptChange | null;
  /** The new status of the delivery; null if unchanged. */
  readonly status: DeliveryVerdict['status'] | null;
  readonly next_attempt_at: Date | null;
}

/** The start of an attempt, in the account's time and in the machine's. */
export interface AttemptTimes {
  readonly startedAt: Date;
  readonly machineAt: Date;
}

export interface EndedAttempt extends SentAttempt, AttemptTimes {
  /** The name of the fault that changed it. */
  readonly fault: string | null;
  /** The change to its body or signature. */
  readonly change: AttemptChange | null;
  /** The entry that set it off; null for the schedule. */
  readonly triggerId: string | null;
}

/**
 * The new status of the delivery; `undefined` if unchanged. An extra attempt can only make it `delivered`.
 */
export function verdictOn(
  { trigger, scheduledCount, retryDelaysMs, isOwnAddress }: ClaimedDelivery,
  ended: EndedAttempt,
): DeliveryVerdict | undefined {
  const verdict = judgeAttempt(ended, scheduledCount, retryDelaysMs);
  return trigger === 'schedule' || (isOwnAddress && verdict.status === 'delivered') ? verdict : undefined;
}

/** The row of an attempt that has ended at `now` of the account's time. */
export function attemptOutcomeRow(
  { id, accountId, attempt, trigger }: ClaimedDelivery,
  ended: EndedAttempt,
  verdict: DeliveryVerdict | undefined,
  now: Date,
): AttemptOutcomeRow {
  return {
    id,
    account_id: accountId,
    number: attempt,
    trigger,
    trigger_id: ended.triggerId,
    started_at: ended.startedAt,
    machine_at: ended.machineAt,
    duration_ms: ended.durationMs,
    connect_ms: ended.connectMs,
    first_byte_ms: ended.firstByteMs,
    headers: ended.headers,
    address: ended.address,
    answer: ended.status,
    error: ended.error,
    answer_headers: ended.answerHeaders,
    answer_start: ended.answerStart,
    fault: ended.fault,
    change: ended.change,
    status: verdict?.status ?? null,
    next_attempt_at: verdict?.status === 'pending' ? new Date(now.getTime() + verdict.delayMs) : null,
  };
}

/**
 * Records attempts and changes the status of their deliveries. Locks the deliveries in the order of their ids
 * before it writes anything, so that there is no deadlock. A delivery locked by another transaction is
 * skipped, unless it `waits`. Returns the deliveries that it locked, each with the numbers of the attempts
 * that changed its status.
 */
export function outcomeStatement(
  outcomes: readonly AttemptOutcomeRow[],
  { waits }: { readonly waits: boolean },
): Prisma.Sql {
  const ids = JSON.stringify([...new Set(outcomes.map(({ id }) => id))].toSorted());
  return Prisma.sql`
    WITH locked AS MATERIALIZED (
      SELECT one.* FROM json_array_elements_text(${ids}::json) AS wanted (id) CROSS JOIN LATERAL (
        SELECT webhook_delivery.id, account_id, coalesce(claimed_number, attempt_count) AS claimed_number, status AS status_before
        FROM webhook_delivery WHERE webhook_delivery.id = wanted.id FOR UPDATE ${waits ? Prisma.empty : SKIP_LOCKED}) one
    ), outcome AS MATERIALIZED (
      SELECT outcome.*,
        CASE trigger WHEN 'schedule' THEN number = claimed_number AND status_before = 'pending'
          ELSE outcome.status IS NOT NULL AND status_before <> outcome.status END AS is_in_force
      FROM locked JOIN json_to_recordset(${JSON.stringify(outcomes)}::json) AS outcome (
        id text, account_id text, number int, trigger text, trigger_id text, started_at timestamptz, machine_at timestamptz, duration_ms int, connect_ms int, first_byte_ms int,
        headers jsonb, address text, answer int, error text, answer_headers jsonb, answer_start text,
        fault text, change jsonb, status text, next_attempt_at timestamptz) USING (id, account_id)
    ), attempt AS (
      INSERT INTO webhook_attempt (delivery_id, number, account_id, trigger, trigger_id, started_at, machine_at, duration_ms, connect_ms, first_byte_ms,
        headers, address, status, error, answer_headers, answer_start, fault, change)
      SELECT id, number, account_id, trigger, trigger_id, started_at, machine_at, duration_ms, connect_ms, first_byte_ms,
        headers, address, answer, error, answer_headers, answer_start, fault, change FROM outcome
      ON CONFLICT (delivery_id, number) DO UPDATE SET
        started_at = excluded.started_at, machine_at = excluded.machine_at, duration_ms = excluded.duration_ms,
        connect_ms = excluded.connect_ms, first_byte_ms = excluded.first_byte_ms, headers = excluded.headers, address = excluded.address,
        status = excluded.status, error = excluded.error, answer_headers = excluded.answer_headers, answer_start = excluded.answer_start,
        fault = excluded.fault, change = excluded.change, xid = excluded.xid
    ), written AS (
      UPDATE webhook_delivery delivery
      SET status = CASE outcome.status WHEN 'pending' THEN ${STATUS_OF_PENDING} ELSE outcome.status END,
        xid = CASE outcome.status WHEN 'pending' THEN delivery.xid ELSE pg_current_xact_id()::text::bigint END,
        next_attempt_at = outcome.next_attempt_at, claimed_until = NULL, claimed_number = NULL
      FROM outcome
      WHERE delivery.id = outcome.id AND is_in_force
      RETURNING delivery.id, outcome.number
    )
    SELECT id, array(SELECT number FROM written WHERE written.id = locked.id) AS numbers FROM locked`;
}
