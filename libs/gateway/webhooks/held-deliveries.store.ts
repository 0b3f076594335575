import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS } from '#platform/config/config.module.js';
import type { Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { claimedColumns, termsOfAccount, type ClaimedDelivery } from './claimed-delivery.js';

/** Deliveries that nobody is to send for now. While an account holds its webhooks, no claim of the schedule takes any of them. */
@Injectable()
export class HeldDeliveriesStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Begins to hold what is pending and what comes. Attempts under way are let finish. What a change that is under way at this moment still makes
   * is no more sent than the rest. Answers `false` when the account is closed.
   */
  async hold(accountId: string): Promise<boolean> {
    const held = await this.database.attempt(
      Prisma.sql`UPDATE account SET webhooks_held_at = coalesce(webhooks_held_at, ${this.clock.machineNow()}::timestamptz)
        WHERE id = ${accountId} AND closed_at IS NULL RETURNING id`,
      () => true,
    );
    await this.database.attempt(
      Prisma.sql`UPDATE webhook_delivery SET status = 'held', xid = pg_current_xact_id()::text::bigint
        WHERE account_id = ${accountId} AND status = 'pending' AND claimed_until IS NULL
          AND EXISTS (SELECT FROM account WHERE id = ${accountId} AND webhooks_held_at IS NOT NULL)`,
      () => true,
    );
    return held.length > 0;
  }

  /** Holds nothing more that comes; what is held stays so. Answers `false` when the account is closed. */
  async endHold(accountId: string): Promise<boolean> {
    const { count } = await this.database.account.updateMany({ where: { id: accountId, closedAt: null }, data: { webhooksHeldAt: null } });
    return count > 0;
  }

  /** The ids of what is held, in the order in which it was made. */
  async list(accountId: string): Promise<string[]> {
    const found = await this.database.webhookDelivery.findMany({
      where: { accountId, status: 'held' },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    return found.map(({ id }) => id);
  }

  /** The deliveries that a fault keeps back since its calls from this number on. */
  async listKeptBack(accountId: string, fault: string, fromCall: number): Promise<string[]> {
    const found = await this.database.webhookDelivery.findMany({
      where: { accountId, fault, faultCall: { gte: fromCall }, status: 'held' },
      select: { id: true },
    });
    return found.map(({ id }) => id);
  }

  count(accountId: string): Promise<number> {
    return this.database.webhookDelivery.count({ where: { accountId, status: 'held' } });
  }

  /**
   * Takes its next attempt, whenever that is due: from then on it is pending, and the schedule's. `undefined`: it is not held any more, the account
   * holds its webhooks anew, or is closed.
   */
  async claim(id: string, accountId: string): Promise<ClaimedDelivery | undefined> {
    const [claimed] = await this.database.attempt<ClaimedDelivery>(
      Prisma.sql`
      WITH held AS MATERIALIZED (
        SELECT id, account_id FROM webhook_delivery WHERE id = ${id} AND account_id = ${accountId} AND status = 'held' FOR UPDATE
      ), due AS (
        SELECT held.id, ${termsOfAccount(this.settings)}
        FROM held JOIN account ON account.id = account_id AND closed_at IS NULL AND webhooks_held_at IS NULL
      )
      UPDATE webhook_delivery delivery SET status = 'pending', xid = pg_current_xact_id()::text::bigint,
        attempt_count = delivery.attempt_count + 1, claimed_number = delivery.attempt_count + 1,
        claimed_until = ${this.clock.machineNow()}::timestamptz + claim
      FROM due, event WHERE delivery.id = due.id AND event.id = delivery.event_id
      RETURNING ${claimedColumns({ delivery: 'delivery', terms: 'due' })}, delivery.uri, 'schedule' AS trigger, true AS "isOwnAddress"`,
      () => true,
    );
    return claimed;
  }
}
