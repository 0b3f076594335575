import { Injectable } from '@nestjs/common';
import { newSuffix } from '#kernel/ids.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { requestId, trigger } from '#platform/logging/request-context.js';
import type { Account } from '../accounts/account.js';
import type { FaultEffect, FaultRule } from './rules/fault.js';
import { effectParams } from './rules/fault-effect.js';

/** A call that a fault matches: a request, a payment, or an attempt to deliver a webhook. */
export interface MatchedCall {
  readonly livemode: boolean;
  /** The object that the call is about, if there is one. */
  readonly objectId: string | null;
  /** The delivery of an attempt. If the fault postpones it, its claim is released. */
  readonly deliveryId?: string;
}

export interface CountedCall {
  readonly isHit: boolean;
  readonly isLast: boolean;
  /** The number of the call among those that matched, from 1. */
  readonly call: number;
  /** The number of further calls in the same firing. */
  readonly awaited: number;
  /** The id of the firing, if it is hit. */
  readonly firing: string;
}

/** The window and limit of a fault that is no rate limit. */
const NO_LIMIT = { perMs: 1, limit: -1 };

/**
 * The rows of faults, in which all processes count. Whether a call is hit depends only on its number and the
 * seed, so that the same seed hits the same calls under any concurrency (docs/decisions/0020-faults.md).
 */
@Injectable()
export class FaultStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The ids of all faults, active and ended; none of a closed account. */
  async idsOf(accountId: string): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ id: string }>(Prisma.sql`
      SELECT fault.id FROM fault JOIN account ON account.id = account_id AND closed_at IS NULL WHERE account_id = ${accountId}`);
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Counts a call, decides whether it is hit, and records a firing, in one statement. `undefined`: the fault
   * has ended. New values are computed from the locked row: the row of the statement's snapshot may be older,
   * and PostgreSQL checks constraints before it notices.
   */
  async count(
    account: Account,
    { id, effect }: FaultRule,
    { livemode, objectId, deliveryId }: MatchedCall,
  ): Promise<CountedCall | undefined> {
    const now = this.clock.machineNow();
    const { perMs, limit } = effect.kind === 'rate_limit' ? effect : NO_LIMIT;
    const window = Math.floor(now.getTime() / perMs);
    const followers = effect.kind === 'reorder' ? effect.count - 1 : 0;
    const at = this.clock.now(account);
    const firing = `fire_${newSuffix()}`;
    const delivery = deliveryId === undefined ? [] : [deliveryCte(deliveryId, effect, at)];
    const [counted] = await this.database.inSavepoint<CountedCall>(
      Prisma.sql`
      WITH matched AS MATERIALIZED (
        SELECT *, matched_count + 1 AS call, CASE WHEN window_number = ${window}::bigint THEN window_count + 1 ELSE 1 END AS in_window
        FROM fault WHERE id = ${id} AND account_id = ${account.id} AND ${isActive(now)} FOR UPDATE
      ), judged AS (
        SELECT id, call, in_window, fired_count AS fired, awaited_count AS awaited, awaited_count = 0 AND call > skip AND in_window > ${limit}::int
          AND ('x' || substr(md5(seed || ':' || call), 1, 8))::bit(32)::bigint / 4294967296.0 < probability AS fires
        FROM matched
      ), counted AS (
        UPDATE fault SET matched_count = call, fired_count = fired + fires::int, matched_at = ${now}::timestamptz,
          awaited_count = CASE WHEN fires THEN ${followers}::int ELSE greatest(awaited - 1, 0) END,
          window_number = ${window}::bigint, window_count = in_window
        FROM judged WHERE fault.id = judged.id
        RETURNING fault.*, call, fires OR awaited > 0 AS is_hit
      ), firing AS (
        INSERT INTO fault_firing (id, account_id, fault, livemode, effect, object_id, request_id, trigger_id, at, machine_at)
        SELECT ${firing}, account_id, name, ${livemode}, ${JSON.stringify(effectParams(effect))}::jsonb, ${objectId},
          ${requestId() ?? null}, ${trigger()}, ${at}::timestamptz, ${now}::timestamptz
        FROM counted WHERE is_hit
      ) ${Prisma.join([Prisma.empty, ...delivery], ', ')}
      SELECT is_hit AS "isHit", coalesce(fired_count >= times, false) AND awaited_count = 0 AS "isLast", call, awaited_count AS awaited, ${firing} AS firing
      FROM counted`,
    );
    return counted;
  }

  /** Clears `has_faults` of accounts without an active fault. Answers the ids of those accounts. */
  async clearEnded(): Promise<string[]> {
    const now = this.clock.machineNow();
    const some = await this.database.query(Prisma.sql`SELECT FROM account WHERE has_faults LIMIT 1`);
    if (some.length === 0) return [];
    return this.database.atomically(async () => {
      // The accounts are locked before their faults are read, because setting a fault locks the account too.
      const rows = await this.database.$queryRaw<
        { id: string }[]
      >`SELECT id FROM account WHERE has_faults FOR UPDATE SKIP LOCKED`;
      if (rows.length === 0) return [];
      const over = await this.database.$queryRaw<{ id: string }[]>`
        UPDATE account SET has_faults = false WHERE id = ANY(${rows.map(({ id }) => id)}::text[]) AND NOT EXISTS (
          SELECT FROM fault WHERE account_id = account.id AND ${isActive(now)})
        RETURNING id`;
      return over.map(({ id }) => id);
    });
  }
}

/** A condition for active faults: not expired, and with calls left. */
export function isActive(machineNow: Date): Prisma.Sql {
  return Prisma.sql`(expires_at > ${machineNow}::timestamptz AND (times IS NULL OR fired_count < times OR awaited_count > 0))`;
}

/**
 * Stores the fault with the delivery. Of a postponed delivery the claim is released, and the attempt does not
 * count.
 */
function deliveryCte(deliveryId: string, effect: FaultEffect, now: Date): Prisma.Sql {
  const isPostponed =
    { delay: Prisma.sql`true`, reorder: Prisma.sql`awaited_count > 0` }[effect.kind as string] ??
    Prisma.sql`false`;
  const delayMs = effect.kind === 'delay' ? effect.ms : 0;
  return Prisma.sql`marked AS (
    UPDATE webhook_delivery delivery SET fault = name, fault_effect = effect,
      fault_call = CASE WHEN is_postponed AND ${effect.kind === 'reorder'} THEN call END,
      status = CASE WHEN is_postponed AND ${effect.kind === 'reorder'} THEN 'held' ELSE status END,
      xid = CASE WHEN is_postponed AND ${effect.kind === 'reorder'} THEN pg_current_xact_id()::text::bigint ELSE delivery.xid END,
      next_attempt_at = CASE WHEN is_postponed THEN ${new Date(now.getTime() + delayMs)}::timestamptz ELSE next_attempt_at END,
      attempt_count = attempt_count - (is_postponed AND attempt_count = claimed_number)::int,
      extra_count = extra_count + (is_postponed AND attempt_count <> claimed_number)::int,
      claimed_until = CASE WHEN is_postponed THEN NULL ELSE claimed_until END,
      claimed_number = CASE WHEN is_postponed THEN NULL ELSE claimed_number END
    FROM (SELECT *, ${isPostponed} AS is_postponed FROM counted WHERE is_hit) hit
    WHERE delivery.id = ${deliveryId})`;
}
