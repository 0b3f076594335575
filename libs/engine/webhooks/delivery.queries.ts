import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { accountTime, accountTimeLessGrace } from '../accounts/account-time.js';
import type { DoneItem } from '../due-work/due-work.js';
import { INTERRUPTED } from './rules/retry-schedule.js';
import { HAS_FAILED } from './delivery-counts.queries.js';

/** The sweep leaves a delivery to its own job for this long. */
const GRACE_MS = 2_000;
/** The most deliveries that one sweep finds for a receiver, and reads for an account. */
const SWEEP_LIMIT_PER_RECEIVER = 1_000;
const SWEEP_LIMIT_PER_ACCOUNT = 5_000;
/** The backlog is counted up to this number, so that counting stays cheap. */
const BACKLOG_LIMIT = 100_000;

/** The query of `DueWork.pending`, with one more column: the delivery's `uri`. */
export function pendingDeliveries(machineNow: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT id, account_id, livemode, uri, next_attempt_at AS at, coalesce(claimed_until > ${machineNow}::timestamptz, false) AS is_under_way,
      CASE WHEN ${HAS_FAILED} THEN 'retry' ELSE 'delivery' END AS kind,
      (SELECT object_id FROM event WHERE event.id = event_id) AS object_id
    FROM webhook_delivery WHERE account_id = account.id AND status = 'pending'
      AND (account.webhooks_held_at IS NULL OR claimed_until > ${machineNow}::timestamptz)`;
}

/** The undelivered webhooks of one mode. */
export interface Backlog {
  readonly mode: 'test' | 'live';
  readonly count: number;
  readonly oldestSeconds: number;
  /** The delay of the most overdue attempt; 0 without one. */
  readonly overdueSeconds: number;
}

/** The worker's queries about deliveries: overdue ones, the number of pending ones, and finished attempts. */
@Injectable()
export class DeliveryQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * The scheduled attempts that were committed since `snapshot`, a `pg_snapshot`, without those of dead
   * workers.
   */
  attemptsSince(accountId: string, snapshot: string): Promise<DoneItem[]> {
    const other = Prisma.sql`webhook_attempt other WHERE other.delivery_id = attempt.delivery_id AND other.trigger = 'schedule' AND other.number`;
    return this.database.inSavepoint<DoneItem>(Prisma.sql`
      SELECT attempt.started_at AS at, delivery.livemode, object_id AS "objectId", event.id AS event, delivery.id AS delivery, number AS attempt,
        attempt.status, error, CASE WHEN EXISTS (SELECT FROM ${other} < number) THEN 'retry' ELSE 'delivery' END AS kind,
        CASE WHEN EXISTS (SELECT FROM ${other} > number) THEN 'pending' ELSE delivery.status END AS outcome
      FROM webhook_attempt attempt JOIN webhook_delivery delivery ON delivery.id = delivery_id JOIN event ON event.id = event_id
      WHERE attempt.account_id = ${accountId} AND attempt.xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)::text::bigint
        AND NOT pg_visible_in_snapshot(attempt.xid::text::xid8, ${snapshot}::pg_snapshot)
        AND trigger = 'schedule' AND error IS DISTINCT FROM ${INTERRUPTED}
      ORDER BY attempt.xid, delivery_id, number`);
  }

  /** Overdue deliveries, a limited number of each receiver: those of a dead one do not hide the others'. */
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

  /** The pending webhooks of both modes. An attempt in progress is not overdue. */
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
}
