import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { requestId } from '#platform/logging/request-context.js';
import { accountTime } from '../accounts/account-time.js';

/** How long a move of a clock counts as under way after it last gave a sign of life. */
const LEASE_MS = 10_000;
/** Moves that one sweep ends. */
const SWEEP_LIMIT = 100;

export type ClockAction = 'freeze' | 'resume' | 'advance';

/** How a move ended: what was asked for is done, or is not, or nobody went on with it. */
export type ClockMoveStatus = 'done' | 'unfinished' | 'interrupted';

/** A move of a clock that is under way. Its clock stands still meanwhile. */
export interface ClockMove {
  readonly id: string;
  readonly accountId: string;
  /** Where the clock stood when it began. */
  readonly from: Date;
  /** Whether the clock runs on from where it ends. */
  readonly runsOn: boolean;
}

/** Moves of clocks, as rows: one at a time for each account. Each step is fenced, for a move that gives no sign of life is ended by the worker. */
@Injectable()
export class ClockStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Stops the clock and begins: not before the end of the last move, for this statement may have waited since the process looked at the time.
   * `undefined`: another move is under way, or the account is closed.
   */
  async begin(accountId: string, action: ClockAction, runsOn?: boolean): Promise<ClockMove | undefined> {
    const id = `clkm_${randomUUID()}`;
    const now = this.clock.machineNow();
    const [begun] = await this.database.attempt<Pick<ClockMove, 'from' | 'runsOn'>>(
      Prisma.sql`
      WITH held AS MATERIALIZED (
        SELECT id, greatest(${accountTime(now)}, (SELECT max(to_at) FROM clock_move WHERE account_id = account.id)) AS now, coalesce(${runsOn ?? null}::boolean, frozen_at IS NULL) AS runs_on
        FROM account WHERE id = ${accountId} AND closed_at IS NULL AND clock_move_id IS NULL FOR UPDATE
      ), stopped AS (
        UPDATE account SET frozen_at = held.now, clock_move_id = ${id} FROM held WHERE account.id = held.id
      ), begun AS (
        INSERT INTO clock_move (id, account_id, action, status, from_at, to_at, runs_on, started_at, claimed_until, request_id)
        SELECT ${id}, id, ${action}, 'running', now, now, runs_on, ${now}::timestamptz, ${this.lease(now)}::timestamptz,
          ${requestId() ?? null}::text FROM held
      )
      SELECT now AS "from", runs_on AS "runsOn" FROM held`,
      () => true,
    );
    return begun && { id, accountId, ...begun };
  }

  /** Has the clock stand at `at`. Answers whether the move is still under way. */
  async step({ id, accountId }: ClockMove, at: Date): Promise<boolean> {
    const stepped = await this.database.attempt(
      Prisma.sql`
      WITH moved AS (
        UPDATE account SET frozen_at = ${at}::timestamptz WHERE id = ${accountId} AND clock_move_id = ${id} AND closed_at IS NULL RETURNING id
      )
      UPDATE clock_move SET to_at = ${at}::timestamptz, claimed_until = ${this.lease(this.clock.machineNow())}::timestamptz
      FROM moved WHERE clock_move.id = ${id} RETURNING clock_move.id`,
      () => true,
    );
    return stepped.length > 0;
  }

  /** A sign of life. */
  async renew({ id }: ClockMove): Promise<void> {
    const claimedUntil = this.lease(this.clock.machineNow());
    await this.database.clockMove.updateMany({ where: { id, status: 'running' }, data: { claimedUntil } });
  }

  /** Lets the clock run on, or stand where it is. Answers whether the move was still under way. */
  async end({ id }: Pick<ClockMove, 'id'>, status: ClockMoveStatus): Promise<boolean> {
    return (await this.endAll(Prisma.sql`id = ${id}`, status)).length > 0;
  }

  /** Ends moves that nobody goes on with. Answers their accounts. */
  async interruptAbandoned(): Promise<string[]> {
    const now = this.clock.machineNow();
    const abandoned = Prisma.sql`id IN (SELECT id FROM clock_move WHERE status = 'running' AND claimed_until < ${now}::timestamptz LIMIT ${SWEEP_LIMIT})`;
    return this.endAll(abandoned, 'interrupted');
  }

  private async endAll(which: Prisma.Sql, status: ClockMoveStatus): Promise<string[]> {
    const now = this.clock.machineNow();
    const ended = await this.database.attempt<{ account_id: string }>(
      Prisma.sql`
      WITH ended AS (
        UPDATE clock_move SET status = ${status}, ended_at = ${now}::timestamptz, claimed_until = NULL, xid = pg_current_xact_id()::text::bigint
        WHERE status = 'running' AND ${which} RETURNING id, account_id, runs_on
      ), moved AS (
        UPDATE account SET clock_move_id = NULL,
          frozen_at = CASE WHEN runs_on THEN NULL ELSE frozen_at END,
          clock_offset_ms = CASE WHEN runs_on THEN extract(epoch FROM frozen_at - ${now}::timestamptz) * 1000 ELSE clock_offset_ms END
        FROM ended WHERE account.clock_move_id = ended.id
      )
      SELECT account_id FROM ended`,
      () => true,
    );
    return ended.map(({ account_id: accountId }) => accountId);
  }

  private lease(now: Date): Date {
    return new Date(now.getTime() + LEASE_MS);
  }
}
