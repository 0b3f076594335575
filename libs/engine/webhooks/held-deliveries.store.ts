import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { Prisma, type WebhookDelivery } from '#platform/database/generated/client.js';
import { untilTransactionsEnd } from '#platform/database/transaction-ends.js';
import {
  claimedColumns,
  interruptedAttempts,
  termsOfAccount,
  type ClaimedDelivery,
} from './claimed-delivery.js';

/** Beginning or ending a hold waits at most this long for transactions that began before it. */
const SETTLE_MS = 2_000;

/**
 * When the account began to hold its webhooks, or null. It changes with every hold and release, and so
 * identifies a release.
 */
export type Hold = Date | null;

export type ReleasedDelivery = Pick<WebhookDelivery, 'id' | 'uri' | 'attemptCount'>;

/** Held deliveries. While an account holds its webhooks, scheduled claims fail. */
@Injectable()
export class HeldDeliveriesStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Holds the account's pending deliveries and all new ones. Attempts in progress finish. Returns `false`
   * when the account is closed.
   */
  async hold(accountId: string): Promise<boolean> {
    const begun = await this.setHeldAt(
      accountId,
      Prisma.sql`greatest(${this.clock.machineNow()}::timestamptz, ${NEXT_HOLD})`,
    );
    await untilTransactionsEnd(this.database, SETTLE_MS);
    await this.holdPending(accountId);
    return begun !== undefined;
  }

  /**
   * Holds deliveries that are pending despite a hold: those of transactions that began before it, and of dead
   * workers.
   */
  async holdPending(accountId: string): Promise<void> {
    await this.database.inSavepoint(
      Prisma.sql`UPDATE webhook_delivery SET status = 'held', xid = pg_current_xact_id()::text::bigint
        WHERE account_id = ${accountId} AND status = 'pending'
          AND (claimed_until IS NULL OR claimed_until <= ${this.clock.machineNow()}::timestamptz)
          AND EXISTS (SELECT FROM account WHERE id = ${accountId} AND webhooks_held_at IS NOT NULL) RETURNING id`,
    );
  }

  /** Begins a release, which ends a running one. `undefined`: the account is closed. */
  async beginRelease(accountId: string): Promise<Hold | undefined> {
    return this.setHeldAt(accountId, NEXT_HOLD);
  }

  /**
   * Ends the release, and with it the hold. Returns the deliveries that were added during the release, now
   * pending; none if there was no hold, or if another hold or release has begun.
   */
  async endRelease(accountId: string, hold: Hold): Promise<ReleasedDelivery[]> {
    if (hold === null) return [];
    const { count } = await this.database.account.updateMany({
      where: { id: accountId, webhooksHeldAt: hold, closedAt: null },
      data: { webhooksHeldAt: null },
    });
    if (count === 0) return [];
    await untilTransactionsEnd(this.database, SETTLE_MS);
    return this.database.inSavepoint<ReleasedDelivery>(
      Prisma.sql`UPDATE webhook_delivery SET status = 'pending', fault_call = NULL, xid = pg_current_xact_id()::text::bigint
        WHERE account_id = ${accountId} AND status = 'held'
          AND EXISTS (SELECT FROM account WHERE id = ${accountId} AND webhooks_held_at IS NULL AND closed_at IS NULL)
        RETURNING id, uri, attempt_count AS "attemptCount"`,
    );
  }

  /** The ids of held deliveries, oldest first. */
  async list(accountId: string): Promise<string[]> {
    const found = await this.database.webhookDelivery.findMany({
      where: { accountId, status: 'held' },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    return found.map(({ id }) => id);
  }

  /** The deliveries that a reordering fault has postponed at its calls from `first` to `last`. */
  async listPostponed(accountId: string, fault: string, first: number, last: number): Promise<string[]> {
    const found = await this.database.webhookDelivery.findMany({
      where: { accountId, fault, faultCall: { gte: first, lte: last }, status: 'held' },
      select: { id: true },
    });
    return found.map(({ id }) => id);
  }

  count(accountId: string): Promise<number> {
    return this.database.webhookDelivery.count({ where: { accountId, status: 'held' } });
  }

  /**
   * Claims a held delivery for its next attempt, due or not, and makes it pending. `undefined`: it is no
   * longer held, another hold or release has begun, or the account is closed.
   */
  async claim(id: string, accountId: string, hold: Hold): Promise<ClaimedDelivery | undefined> {
    const [claimed] = await this.database.inSavepoint<ClaimedDelivery>(
      Prisma.sql`
      WITH held AS MATERIALIZED (
        SELECT id, account_id, claimed_number, claimed_until FROM webhook_delivery
        WHERE id = ${id} AND account_id = ${accountId} AND status = 'held' FOR UPDATE
      ), due AS (
        SELECT held.*, ${termsOfAccount(this.settings)}
        FROM held JOIN account ON account.id = account_id AND closed_at IS NULL AND webhooks_held_at IS NOT DISTINCT FROM ${hold}::timestamptz
      ), interrupted AS (
        ${interruptedAttempts()}
      )
      UPDATE webhook_delivery delivery SET status = 'pending', fault_call = NULL, xid = pg_current_xact_id()::text::bigint,
        attempt_count = delivery.attempt_count + 1, claimed_number = delivery.attempt_count + 1,
        claimed_until = ${this.clock.machineNow()}::timestamptz + claim
      FROM due, event WHERE delivery.id = due.id AND event.id = delivery.event_id
      RETURNING ${claimedColumns({ delivery: 'delivery', terms: 'due' })}, delivery.uri, 'schedule' AS trigger, true AS "isOwnAddress"`,
    );
    return claimed;
  }

  /** `undefined`: the account is closed. */
  private async setHeldAt(accountId: string, heldAt: Prisma.Sql): Promise<Hold | undefined> {
    const [set] = await this.database.inSavepoint<{ hold: Hold }>(
      Prisma.sql`UPDATE account SET webhooks_held_at = ${heldAt} WHERE id = ${accountId} AND closed_at IS NULL RETURNING webhooks_held_at AS hold`,
    );
    return set?.hold;
  }
}

/** Null without a hold. */
const NEXT_HOLD = Prisma.sql`webhooks_held_at + interval '1 millisecond'`;
