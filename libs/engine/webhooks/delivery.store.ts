import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Batches } from '#platform/database/batches.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { accountTimeOrSoon } from '../accounts/account-time.js';
import type { DeliveryVerdict } from './rules/retry-schedule.js';
import {
  attemptOutcomeRow,
  outcomeStatement,
  verdictOn,
  type AttemptOutcomeRow,
  type EndedAttempt,
} from './attempt-outcome.js';
import {
  claimedColumns,
  interruptedAttempts,
  termsOfAccount,
  type ClaimedDelivery,
} from './claimed-delivery.js';

/** Two machines' clocks may differ by this much without an attempt being called early. */
const CLOCK_TOLERANCE_MS = 1_000;

/** A claim of a delivery for a clock move; null for the schedule. */
interface ClaimRequest {
  readonly id: string;
  readonly clockMoveId: string | null;
}

/** True if the claim was still valid. `locked`: another transaction has locked the delivery. */
type Recorded = boolean | 'locked';

/**
 * Claims deliveries for their next attempt, and records the ends of attempts. A claim is exclusive: a second
 * worker or job gets none. Concurrent calls share one statement (docs/decisions/0001-state-changes.md).
 */
@Injectable()
export class DeliveryStore {
  private readonly claims: Batches<ClaimRequest, ClaimedDelivery | undefined>;
  private readonly outcomes: Batches<AttemptOutcomeRow, Recorded>;
  /**
   * Separate, because a delivery may have a scheduled and an extra attempt at the same moment, and one
   * statement updates a row only once.
   */
  private readonly extraOutcomes: Batches<AttemptOutcomeRow, Recorded>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.claims = new Batches('claim', metrics, (requests) => this.claimAll(requests));
    this.outcomes = new Batches('outcome', metrics, (outcomes) => this.record(outcomes));
    this.extraOutcomes = new Batches('extra-outcome', metrics, (outcomes) => this.record(outcomes));
  }

  /**
   * Claims the next attempt if it is due and unclaimed. The attempt of an expired claim, of a dead worker, is
   * recorded as interrupted. During a move of the account's clock, only the move gets claims.
   */
  claim(id: string, clockMoveId: string | null): Promise<ClaimedDelivery | undefined> {
    return this.claims.do({ id, clockMoveId });
  }

  /**
   * Records the end of an attempt, and changes the status of the delivery. Returns the verdict; `undefined`
   * if the status is unchanged: after a failed extra attempt, or if the claim had expired and another worker
   * has taken over.
   */
  async finish(claimed: ClaimedDelivery, ended: EndedAttempt): Promise<DeliveryVerdict | undefined> {
    const verdict = verdictOn(claimed, ended);
    const outcome = attemptOutcomeRow(claimed, ended, verdict, this.clock.now(claimed));
    const recorded = await (claimed.trigger === 'schedule' ? this.outcomes : this.extraOutcomes).do(outcome);
    // Waits for a locked delivery outside of the batch: a restore may lock every row of a sandbox for a
    // while.
    const [isInForce] = recorded === 'locked' ? await this.record([outcome], { waits: true }) : [recorded];
    return isInForce === true ? verdict : undefined;
  }

  /**
   * Skips rows that another worker has locked: a claim never waits, and so cannot deadlock. Finds rows one by
   * one, by id alone: with `status = 'pending'` in the same condition, PostgreSQL may read the index of all
   * pending deliveries, which a dead receiver makes long.
   */
  private async claimAll(requests: readonly ClaimRequest[]): Promise<(ClaimedDelivery | undefined)[]> {
    const now = this.clock.machineNow();
    const wanted = JSON.stringify(
      requests.map(({ id, clockMoveId }) => ({ id, clock_move_id: clockMoveId })),
    );
    const claimed = await this.query<ClaimedDelivery>(Prisma.sql`
      WITH held AS MATERIALIZED (
        SELECT one.*, wanted.clock_move_id FROM json_to_recordset(${wanted}::json) AS wanted (id text, clock_move_id text)
        CROSS JOIN LATERAL (
          SELECT id, account_id, status, attempt_count, claimed_number, next_attempt_at, claimed_until
          FROM webhook_delivery WHERE id = wanted.id FOR UPDATE SKIP LOCKED) one
      ), due AS (
        SELECT held.id, account_id, coalesce(claimed_number, attempt_count) AS claimed_number, claimed_until, ${termsOfAccount(this.settings)}
        FROM held
        JOIN account ON account.id = account_id AND closed_at IS NULL AND account.clock_move_id IS NOT DISTINCT FROM held.clock_move_id
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
    return requests.map(({ id }) => {
      const claim = claims.get(id);
      // Of two requests for the same delivery in one batch, the second gets nothing.
      claims.delete(id);
      return claim;
    });
  }

  private async record(outcomes: readonly AttemptOutcomeRow[], { waits = false } = {}): Promise<Recorded[]> {
    const locked = await this.query<{ id: string; numbers: number[] }>(outcomeStatement(outcomes, { waits }));
    const numbers = new Map(locked.map((row) => [row.id, row.numbers]));
    return outcomes.map(({ id, number }) => numbers.get(id)?.includes(number) ?? 'locked');
  }

  /** Uses the driver directly: these statements run for each delivery. */
  private query<Found extends object>(statement: Prisma.Sql): Promise<Found[]> {
    return this.database.inSavepoint<Found>(statement);
  }
}
