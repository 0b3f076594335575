import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { isListening, Notifications } from '#platform/database/notifications.js';
import { requestId } from '#platform/logging/request-context.js';
import { accountTime } from '#engine/accounts/account-time.js';

/** The lease of a running move since its last renewal, and the lease if its process has died. */
const LEASE_MS = 10_000;
const LEASE_OF_GONE_MS = 3_000;
/** The lease of a queued move, which renews it once a second. */
const PLACE_MS = 3_000;
/** The most moves that one sweep ends. */
const SWEEP_LIMIT = 100;

export type ClockAction = 'freeze' | 'resume' | 'advance';

/**
 * The outcome of a move. `unfinished`: it reached its deadline or step limit. `interrupted`: its process
 * stopped, or its work failed.
 */
export type ClockMoveStatus = 'done' | 'unfinished' | 'interrupted';

/** A running move of a clock. The clock stands during the move. */
export interface ClockMove {
  readonly id: string;
  readonly accountId: string;
  /** The time of the clock at the start. */
  readonly from: Date;
  /** True if the clock runs again after the move. */
  readonly runsOn: boolean;
  /** The `pg_snapshot` in which it began. */
  readonly snapshot: string;
}

export interface NewClockMove {
  readonly id: string;
  readonly accountId: string;
  readonly action: ClockAction;
  /** `undefined`: the clock runs on if it ran before. */
  readonly runsOn: boolean | undefined;
}

export function newMove(accountId: string, action: ClockAction, runsOn?: boolean): NewClockMove {
  return { id: `clkm_${randomUUID()}`, accountId, action, runsOn };
}

/**
 * The rows of moves. An account has one running move; others are queued, first in, first out. Each step is
 * fenced by the move's id, because the worker ends moves whose lease has expired.
 */
@Injectable()
export class ClockStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly notifications: Notifications,
  ) {}

  /**
   * Stops the clock and begins the move, not before the end of the last one: this statement may have waited
   * for a lock since the process read the time. `undefined`: another move is running or was queued earlier,
   * or the account is closed.
   */
  async begin({ id, accountId, action, runsOn }: NewClockMove): Promise<ClockMove | undefined> {
    const now = this.clock.machineNow();
    const [begun] = await this.database.inSavepoint<Pick<ClockMove, 'from' | 'runsOn' | 'snapshot'>>(
      Prisma.sql`
      WITH held AS MATERIALIZED (
        SELECT id, coalesce(${runsOn ?? null}::boolean, frozen_at IS NULL) AS runs_on,
          greatest(${accountTime(now)}, (SELECT max(to_at) FROM clock_move WHERE account_id = account.id AND status <> 'queued')) AS now
        FROM account WHERE id = ${accountId} AND closed_at IS NULL AND clock_move_id IS NULL AND NOT EXISTS (
          SELECT FROM clock_move ahead WHERE ahead.account_id = account.id AND status = 'queued' AND claimed_until > ${now}::timestamptz
            AND ahead.id <> ${id} AND coalesce((ahead.xid, ahead.id) < (SELECT xid, id FROM clock_move WHERE id = ${id}), true)) FOR UPDATE
      ), stopped AS (
        UPDATE account SET frozen_at = held.now, clock_move_id = ${id} FROM held WHERE account.id = held.id
      ), begun AS (
        INSERT INTO clock_move (id, account_id, action, status, from_at, to_at, runs_on, started_at, claimed_until, listener_pid, request_id)
        SELECT ${id}, id, ${action}, 'running', now, now, runs_on, ${now}::timestamptz, ${later(now, LEASE_MS)}::timestamptz,
          ${this.listenerPid}::int, ${requestId() ?? null}::text FROM held
        ON CONFLICT (id) DO UPDATE SET status = 'running', from_at = excluded.from_at, to_at = excluded.to_at, runs_on = excluded.runs_on,
          started_at = excluded.started_at, claimed_until = excluded.claimed_until, listener_pid = excluded.listener_pid, xid = excluded.xid
      )
      SELECT now AS "from", runs_on AS "runsOn", pg_current_snapshot()::text AS snapshot FROM held`,
    );
    return begun && { id, accountId, ...begun };
  }

  /** Queues the move, or renews its lease in the queue. Does nothing when the account is closed. */
  async queue({ id, accountId, action }: NewClockMove): Promise<void> {
    const now = this.clock.machineNow();
    await this.database.inSavepoint(
      Prisma.sql`
      INSERT INTO clock_move (id, account_id, action, status, from_at, to_at, runs_on, started_at, claimed_until, request_id)
      SELECT ${id}, id, ${action}, 'queued', ${accountTime(now)}, ${accountTime(now)}, false, ${now}::timestamptz,
        ${later(now, PLACE_MS)}::timestamptz, ${requestId() ?? null}::text FROM account WHERE id = ${accountId} AND closed_at IS NULL
      ON CONFLICT (id) DO UPDATE SET claimed_until = excluded.claimed_until RETURNING id`,
    );
  }

  async leave({ id }: NewClockMove): Promise<void> {
    await this.database.clockMove.deleteMany({ where: { id, status: 'queued' } });
  }

  /** Sets the clock to `at`. Returns whether the move is still running. */
  async step({ id, accountId }: ClockMove, at: Date): Promise<boolean> {
    const stepped = await this.database.inSavepoint(
      Prisma.sql`
      WITH moved AS (
        UPDATE account SET frozen_at = ${at}::timestamptz WHERE id = ${accountId} AND clock_move_id = ${id} AND closed_at IS NULL RETURNING id
      )
      UPDATE clock_move SET to_at = ${at}::timestamptz, claimed_until = ${later(this.clock.machineNow(), LEASE_MS)}::timestamptz
      FROM moved WHERE clock_move.id = ${id} RETURNING clock_move.id`,
    );
    return stepped.length > 0;
  }

  /** Renews the lease of a running move. */
  async renew({ id }: ClockMove): Promise<void> {
    const claimedUntil = later(this.clock.machineNow(), LEASE_MS);
    await this.database.clockMove.updateMany({
      where: { id, status: 'running' },
      data: { claimedUntil, listenerPid: this.listenerPid },
    });
  }

  /**
   * Ends the move: the clock resumes or stays frozen. `why` is the reason if the move is not `done`. Returns
   * whether the move was still running.
   */
  async end({ id }: Pick<ClockMove, 'id'>, status: ClockMoveStatus, why: string | null): Promise<boolean> {
    return (await this.endAll(Prisma.sql`id = ${id}`, status, why)).length > 0;
  }

  /**
   * Ends running moves and deletes queued ones whose leases have expired. Returns the accounts of the running
   * ones.
   */
  async interruptAbandoned(): Promise<string[]> {
    const now = this.clock.machineNow();
    await this.database.clockMove.deleteMany({ where: { status: 'queued', claimedUntil: { lt: now } } });
    const abandoned = Prisma.sql`id IN (
      SELECT id FROM clock_move WHERE status = 'running' AND (claimed_until < ${now}::timestamptz
        OR claimed_until < ${later(now, LEASE_MS - LEASE_OF_GONE_MS)}::timestamptz AND NOT ${isListening(Prisma.sql`listener_pid`)})
      LIMIT ${SWEEP_LIMIT})`;
    return this.endAll(abandoned, 'interrupted', 'its process stopped or lost its lease');
  }

  private async endAll(which: Prisma.Sql, status: ClockMoveStatus, why: string | null): Promise<string[]> {
    const now = this.clock.machineNow();
    const ended = await this.database.inSavepoint<{ account_id: string }>(
      Prisma.sql`
      WITH ended AS (
        UPDATE clock_move SET status = ${status}, why = ${why}, ended_at = ${now}::timestamptz, claimed_until = NULL, xid = pg_current_xact_id()::text::bigint
        WHERE status = 'running' AND ${which} RETURNING id, account_id, runs_on
      ), moved AS (
        UPDATE account SET clock_move_id = NULL,
          frozen_at = CASE WHEN runs_on THEN NULL ELSE frozen_at END,
          clock_offset_ms = CASE WHEN runs_on THEN extract(epoch FROM frozen_at - ${now}::timestamptz) * 1000 ELSE clock_offset_ms END
        FROM ended WHERE account.clock_move_id = ended.id
      )
      SELECT account_id FROM ended`,
    );
    return ended.map(({ account_id: accountId }) => accountId);
  }

  /** Null while this process has no listening connection. */
  private get listenerPid(): number | null {
    return this.notifications.pid ?? null;
  }
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
