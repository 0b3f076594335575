import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { trigger } from '#platform/logging/request-context.js';
import { accountTime } from '../accounts/account-time.js';
import type { AttemptTrigger } from './rules/attempt-change.js';
import { claimedColumns, termsOfAccount, type ClaimedDelivery } from './claimed-delivery.js';

/** A delivery of an event to a URL of the caller's choice. */
export interface NewDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly uri: string;
  /** In the account's time. */
  readonly createdAt: Date;
}

/**
 * Attempts outside the retry schedule, and deliveries without one. `DeliveryStore.finish` records the end of
 * the attempts.
 */
@Injectable()
export class ManualAttemptStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Adds a delivery without a scheduled attempt. Returns `false` when the account has no such event, or is
   * closed.
   */
  async add({ id, eventId, uri, createdAt }: NewDelivery, accountId: string): Promise<boolean> {
    const added = await this.database.inSavepoint(
      Prisma.sql`
      INSERT INTO webhook_delivery (id, event_id, account_id, livemode, uri, status, attempt_count, created_at)
      SELECT ${id}, event.id, account_id, livemode, ${uri}, 'exhausted', 0, ${createdAt}::timestamptz
      FROM event JOIN account ON account.id = account_id AND closed_at IS NULL
      WHERE event.id = ${eventId} AND account_id = ${accountId} FOR KEY SHARE OF event RETURNING id`,
    );
    return added.length > 0;
  }

  /**
   * Begins an extra attempt, in every status of the delivery and without a change to the schedule. It goes to
   * `to`, or to the delivery's own address. `undefined`: the account has no such delivery, or is closed.
   */
  async begin(
    id: string,
    accountId: string,
    to: string | null,
    kind: Exclude<AttemptTrigger, 'schedule'> = 'manual',
  ): Promise<ClaimedDelivery | undefined> {
    const now = this.clock.machineNow();
    const [begun] = await this.database.inSavepoint<ClaimedDelivery>(
      Prisma.sql`
      WITH begun AS (
        UPDATE webhook_delivery SET attempt_count = attempt_count + 1, extra_count = extra_count + 1
        FROM account WHERE webhook_delivery.id = ${id} AND account_id = ${accountId} AND account.id = account_id AND closed_at IS NULL
        RETURNING webhook_delivery.*, ${termsOfAccount(this.settings)}, ${accountTime(now)} AS now
      ), attempt AS (
        INSERT INTO webhook_attempt (delivery_id, number, account_id, trigger, trigger_id, uri, started_at, machine_at, duration_ms)
        SELECT id, attempt_count, account_id, ${kind}, ${trigger()}, nullif(${to}::text, uri), now, ${now}::timestamptz, 0 FROM begun
      )
      SELECT ${claimedColumns({ delivery: 'begun', terms: 'begun' })}, coalesce(${to}::text, begun.uri) AS uri, ${kind} AS trigger,
        coalesce(${to}::text, begun.uri) = begun.uri AS "isOwnAddress"
      FROM begun JOIN event ON event.id = event_id`,
    );
    return begun;
  }
}
