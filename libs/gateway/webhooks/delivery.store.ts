import { Inject, Injectable } from '@nestjs/common';
import type { KeptHeaders } from '#domain/webhooks/kept-headers.js';
import { INTERRUPTED, type DeliveryVerdict } from '#domain/webhooks/retry-schedule.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS } from '#platform/config/config.module.js';
import type { Settings } from '#platform/config/settings.js';
import { Batches } from '#platform/database/batches.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { accountTime, accountTimeLessGrace, accountTimeOrSoon } from '../accounts/account-time.js';
import type { DoneItem } from '../timed-work/timed-work.js';
import { claimedColumns, interruptedAttempts, termsOfAccount, type AttemptTrigger, type ClaimedDelivery } from './claimed-delivery.js';
import type { SentAttempt } from './webhook-sender.js';

/** Two machines' clocks may differ by this much without an attempt being called early. */
const CLOCK_TOLERANCE_MS = 1_000;
/** The sweep leaves a delivery to its own job for this long. */
const GRACE_MS = 2_000;
/** Deliveries to one receiver that one sweep picks up, and those of one account that it looks at. */
const SWEEP_LIMIT_PER_RECEIVER = 1_000;
const SWEEP_LIMIT_PER_ACCOUNT = 5_000;
/** Deliveries that the backlog counts, and no more: counting must not become work itself. */
const BACKLOG_LIMIT = 100_000;

/** The status of what is to be sent later. */
const STATUS_OF_PENDING = Prisma.sql`
  CASE WHEN EXISTS (SELECT FROM account WHERE id = delivery.account_id AND webhooks_held_at IS NOT NULL) THEN 'held' ELSE 'pending' END`;

const SKIP_LOCKED = Prisma.sql`SKIP LOCKED`;

/** The query of `TimedWork.pending`, and the address of each. */
export function pendingDeliveries(machineNow: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT id, account_id, livemode, uri, next_attempt_at AS at, coalesce(claimed_until > ${machineNow}::timestamptz, false) AS is_under_way,
      CASE attempt_count - extra_count - (claimed_until IS NOT NULL)::int WHEN 0 THEN 'delivery' ELSE 'retry' END AS kind,
      (SELECT object_id FROM event WHERE event.id = event_id) AS object_id
    FROM webhook_delivery WHERE account_id = account.id AND status = 'pending'
      AND (account.webhooks_held_at IS NULL OR claimed_until > ${machineNow}::timestamptz)`;
}

/** A delivery that is to be claimed, and the move of its account's clock that it is for, if it is for one. */
interface Wanted {
  readonly id: string;
  readonly clockMoveId: string | null;
}

/** What an attempt came to, by the names of columns. */
interface Outcome {
  readonly id: string;
  /** Whose delivery it was when it was claimed: a restore may have made it another's. */
  readonly account_id: string;
  readonly number: number;
  readonly trigger: AttemptTrigger;
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
  /** What the delivery comes to; null when it stays what it is. */
  readonly status: DeliveryVerdict['status'] | null;
  readonly next_attempt_at: Date | null;
}

/** Whether the claim of an outcome still held; `locked`: somebody else is at its delivery. */
type Written = boolean | 'locked';

/** What is still to be delivered in one mode. */
export interface Backlog {
  readonly mode: 'test' | 'live';
  readonly count: number;
  readonly oldestSeconds: number;
  /** For how long the attempt that should have been made first has been due; 0 when none is. */
  readonly overdueSeconds: number;
}

/**
 * The rows of deliveries and attempts. What is claimed here is fenced: a second worker, or a second job, gets nothing. What many
 * deliveries need at the same moment is one statement (docs/decisions/0012-batches.md).
 */
@Injectable()
export class DeliveryStore {
  private readonly claims: Batches<Wanted, ClaimedDelivery | undefined>;
  private readonly outcomes: Batches<Outcome, Written>;
  /** Apart from the others: a delivery may have one of each at the same moment, and one statement changes a row once. */
  private readonly extraOutcomes: Batches<Outcome, Written>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.claims = new Batches('claim', metrics, (wanted) => this.claimAll(wanted));
    this.outcomes = new Batches('outcome', metrics, (outcomes) => this.writeAll(outcomes));
    this.extraOutcomes = new Batches('extra-outcome', metrics, (outcomes) => this.writeAll(outcomes));
  }

  /**
   * Takes the next attempt if it is due and nobody else is at it; a claim that a dead worker left is written down as an interrupted
   * attempt. While the account's clock is moved, only that move gets it.
   */
  claim(id: string, clockMoveId: string | null): Promise<ClaimedDelivery | undefined> {
    return this.claims.do({ id, clockMoveId });
  }

  /**
   * Writes down what the attempt that began at `startedAt`, and at `machineAt` of the machine's time, came to, and, with a verdict, what the
   * delivery does. Answers whether the claim was still in force: `false` when it ran out meanwhile and another worker has gone on.
   */
  async finish(
    claimed: ClaimedDelivery,
    sent: SentAttempt,
    verdict: DeliveryVerdict | undefined,
    { startedAt, machineAt, fault }: { readonly startedAt: Date; readonly machineAt: Date; readonly fault: string | null },
  ): Promise<boolean> {
    const { id, accountId, attempt, trigger } = claimed;
    const now = this.clock.now(claimed).getTime();
    const outcomes = trigger === 'schedule' ? this.outcomes : this.extraOutcomes;
    const outcome: Outcome = {
      ...{ id, account_id: accountId, number: attempt, trigger, started_at: startedAt, machine_at: machineAt },
      duration_ms: sent.durationMs,
      connect_ms: sent.connectMs,
      first_byte_ms: sent.firstByteMs,
      headers: sent.headers,
      address: sent.address,
      answer: sent.status,
      error: sent.error,
      answer_headers: sent.answerHeaders,
      answer_start: sent.answerStart,
      fault,
      status: verdict?.status ?? null,
      next_attempt_at: verdict?.status === 'pending' ? new Date(now + verdict.delayMs) : null,
    };
    const written = await outcomes.do(outcome);
    // A locked delivery is waited for outside of the batch: a restore may lock all that a sandbox has for a while.
    return written === 'locked' ? (await this.writeAll([outcome], { waits: true }))[0] === true : written;
  }

  /** The attempts that the schedule asked for and that are committed since `snapshot`, a `pg_snapshot`; none that a dead worker left. */
  attemptsSince(accountId: string, snapshot: string): Promise<DoneItem[]> {
    const other = Prisma.sql`webhook_attempt other WHERE other.delivery_id = attempt.delivery_id AND other.trigger = 'schedule' AND other.number`;
    return this.query<DoneItem>(Prisma.sql`
      SELECT attempt.started_at AS at, delivery.livemode, object_id AS "objectId", event.id AS event, delivery.id AS delivery, number AS attempt,
        attempt.status, error, CASE WHEN EXISTS (SELECT FROM ${other} < number) THEN 'retry' ELSE 'delivery' END AS kind,
        CASE WHEN EXISTS (SELECT FROM ${other} > number) THEN 'pending' ELSE delivery.status END AS outcome
      FROM webhook_attempt attempt JOIN webhook_delivery delivery ON delivery.id = delivery_id JOIN event ON event.id = event_id
      WHERE attempt.account_id = ${accountId} AND attempt.xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)::text::bigint
        AND NOT pg_visible_in_snapshot(attempt.xid::text::xid8, ${snapshot}::pg_snapshot)
        AND trigger = 'schedule' AND error IS DISTINCT FROM ${INTERRUPTED}
      ORDER BY attempt.xid, delivery_id, number`);
  }

  /** Deliveries that are overdue, some of every receiver, so that a dead one's do not hide the others'. */
  async findOverdue(): Promise<{ id: string; uri: string }[]> {
    const now = this.clock.machineNow();
    return this.database.$queryRaw`
      SELECT id, uri FROM (
        SELECT delivery.id, delivery.uri,
          row_number() OVER (PARTITION BY split_part(delivery.uri, '/', 3) ORDER BY delivery.at) AS place
        FROM account CROSS JOIN LATERAL (
          SELECT id, uri, at FROM (${pendingDeliveries(now)}) pending
          WHERE at <= ${accountTimeLessGrace(now, GRACE_MS)} AND NOT is_under_way
          ORDER BY at LIMIT ${SWEEP_LIMIT_PER_ACCOUNT}) delivery
        WHERE account.closed_at IS NULL AND account.clock_move_id IS NULL) overdue
      WHERE place <= ${SWEEP_LIMIT_PER_RECEIVER}`;
  }

  /** What is pending, for both modes. An attempt under way is not overdue. */
  async backlog(): Promise<Backlog[]> {
    const now = this.clock.machineNow();
    return this.database.$queryRaw`
      WITH pending AS (
        SELECT delivery.*, ${accountTime(now)} AS now
        FROM account CROSS JOIN LATERAL (
          SELECT livemode, created_at, next_attempt_at, claimed_until FROM webhook_delivery
          WHERE account_id = account.id AND status = 'pending'
          ORDER BY next_attempt_at LIMIT ${BACKLOG_LIMIT}) delivery
        WHERE account.closed_at IS NULL
        LIMIT ${BACKLOG_LIMIT})
      SELECT mode.name AS mode, count(pending.livemode)::int AS count,
        coalesce(extract(epoch FROM max(pending.now - created_at)), 0)::float8 AS "oldestSeconds",
        greatest(0, extract(epoch FROM max(pending.now - next_attempt_at)
          FILTER (WHERE claimed_until IS NULL OR claimed_until <= ${now}::timestamptz)))::float8 AS "overdueSeconds"
      FROM (VALUES ('test', false), ('live', true)) mode (name, livemode) LEFT JOIN pending ON pending.livemode = mode.livemode
      GROUP BY mode.name`;
  }

  /**
   * Leaves out whatever another worker is at. Who claims waits for nobody, so that two can never wait for each other. The rows are found by
   * id alone: with `status = 'pending'` beside it, PostgreSQL may read the index of all that is pending, which a dead receiver makes long.
   */
  private async claimAll(wanted: readonly Wanted[]): Promise<(ClaimedDelivery | undefined)[]> {
    const now = this.clock.machineNow();
    const ids = wanted.map(({ id }) => id);
    const claimed = await this.query<ClaimedDelivery>(Prisma.sql`
      WITH wanted AS (
        SELECT * FROM unnest(${ids}::text[], ${wanted.map(({ clockMoveId }) => clockMoveId)}::text[]) AS wanted (id, clock_move_id)
      ), held AS MATERIALIZED (
        SELECT id, account_id, status, attempt_count, claimed_number, next_attempt_at, claimed_until
        FROM webhook_delivery WHERE id = ANY(${ids}::text[]) FOR UPDATE SKIP LOCKED
      ), due AS (
        SELECT held.id, account_id, coalesce(claimed_number, attempt_count) AS claimed_number, claimed_until, ${termsOfAccount(this.settings)}
        FROM held JOIN wanted USING (id)
        JOIN account ON account.id = account_id AND closed_at IS NULL AND account.clock_move_id IS NOT DISTINCT FROM wanted.clock_move_id
          AND webhooks_held_at IS NULL
        WHERE held.status = 'pending' AND (claimed_until IS NULL OR claimed_until <= ${now}::timestamptz)
          AND next_attempt_at <= ${accountTimeOrSoon(now, CLOCK_TOLERANCE_MS)}
      ), interrupted AS (
        ${interruptedAttempts()}
      )
      UPDATE webhook_delivery delivery SET attempt_count = delivery.attempt_count + 1, claimed_number = delivery.attempt_count + 1,
        claimed_until = ${now}::timestamptz + claim
      FROM due, event
      WHERE delivery.id = due.id AND event.id = delivery.event_id
      RETURNING ${claimedColumns({ delivery: 'delivery', terms: 'due' })}, delivery.uri, 'schedule' AS trigger, true AS "isOwnAddress"`);
    const claims = new Map(claimed.map((delivery) => [delivery.id, delivery]));
    return ids.map((id) => {
      const claim = claims.get(id);
      // Who asks for the same a second time gets nothing, also in the same moment.
      claims.delete(id);
      return claim;
    });
  }

  /** Locks the rows in the order of their ids before it writes anything, so that there is no deadlock. */
  private async writeAll(outcomes: readonly Outcome[], { waits = false } = {}): Promise<Written[]> {
    const ids = outcomes.map(({ id }) => id);
    const found = await this.query<{ id: string; numbers: number[] }>(Prisma.sql`
      WITH locked AS MATERIALIZED (
        SELECT id, account_id, coalesce(claimed_number, attempt_count) AS claimed_number, status AS status_before
        FROM webhook_delivery WHERE id = ANY(${ids}::text[]) ORDER BY id FOR UPDATE ${waits ? Prisma.empty : SKIP_LOCKED}
      ), outcome AS MATERIALIZED (
        SELECT outcome.*,
          CASE trigger WHEN 'schedule' THEN number = claimed_number AND status_before = 'pending'
            ELSE outcome.status IS NOT NULL AND status_before <> outcome.status END AS is_in_force
        FROM locked JOIN json_to_recordset(${JSON.stringify(outcomes)}::json) AS outcome (
          id text, account_id text, number int, trigger text, started_at timestamptz, machine_at timestamptz, duration_ms int, connect_ms int, first_byte_ms int,
          headers jsonb, address text, answer int, error text, answer_headers jsonb, answer_start text,
          fault text, status text, next_attempt_at timestamptz) USING (id, account_id)
      ), attempt AS (
        INSERT INTO webhook_attempt (delivery_id, number, account_id, trigger, started_at, machine_at, duration_ms, connect_ms, first_byte_ms,
          headers, address, status, error, answer_headers, answer_start, fault)
        SELECT id, number, account_id, trigger, started_at, machine_at, duration_ms, connect_ms, first_byte_ms,
          headers, address, answer, error, answer_headers, answer_start, fault FROM outcome
        ON CONFLICT (delivery_id, number) DO UPDATE SET
          started_at = excluded.started_at, machine_at = excluded.machine_at, duration_ms = excluded.duration_ms,
          connect_ms = excluded.connect_ms, first_byte_ms = excluded.first_byte_ms, headers = excluded.headers, address = excluded.address,
          status = excluded.status, error = excluded.error, answer_headers = excluded.answer_headers, answer_start = excluded.answer_start,
          fault = excluded.fault, xid = excluded.xid
      ), written AS (
        UPDATE webhook_delivery delivery
        SET status = CASE outcome.status WHEN 'pending' THEN ${STATUS_OF_PENDING} ELSE outcome.status END,
          xid = CASE outcome.status WHEN 'pending' THEN delivery.xid ELSE pg_current_xact_id()::text::bigint END,
          next_attempt_at = outcome.next_attempt_at, claimed_until = NULL, claimed_number = NULL
        FROM outcome
        WHERE delivery.id = outcome.id AND is_in_force
        RETURNING delivery.id, outcome.number
      )
      SELECT id, array(SELECT number FROM written WHERE written.id = locked.id) AS numbers FROM locked`);
    const numbers = new Map(found.map((row) => [row.id, row.numbers]));
    return outcomes.map(({ id, number }) => numbers.get(id)?.includes(number) ?? 'locked');
  }

  /** Straight to the driver: these are asked for with each delivery. */
  private query<Found extends object>(statement: Prisma.Sql): Promise<Found[]> {
    return this.database.attempt<Found>(statement);
  }
}
