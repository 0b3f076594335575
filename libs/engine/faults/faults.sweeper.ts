import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Invalidations } from '#platform/database/invalidations.js';
import { BackgroundWork } from '#platform/jobs/background-work.js';
import { FaultStore } from './fault.store.js';

/** The time that the worker which completes a batch has to send it. */
const BATCH_MS = MINUTE_MS;

/**
 * Cleans up after ended faults: releases webhooks that they hold back, and clears the flag that an account
 * has faults.
 */
@Injectable()
export class FaultsSweeper extends BackgroundWork {
  readonly name = 'faults';

  constructor(
    private readonly store: FaultStore,
    private readonly database: Database,
    private readonly invalidations: Invalidations,
    private readonly clock: Clock,
  ) {
    super();
  }

  async sweep(): Promise<number> {
    const released = await this.releaseKeptBack();
    const over = await this.store.clearEnded();
    if (over.length > 0) void this.invalidations.announce(over);
    return released + over.length;
  }

  /**
   * Releases deliveries of a batch that cannot be completed any more, or whose sender has died. They are sent
   * as without a fault.
   */
  private async releaseKeptBack(): Promise<number> {
    const now = this.clock.machineNow();
    return this.database.$executeRaw`
      UPDATE webhook_delivery delivery SET status = 'pending', fault_call = NULL, xid = pg_current_xact_id()::text::bigint
      FROM account
      WHERE status = 'held' AND fault IS NOT NULL AND fault_call IS NOT NULL AND account.id = account_id AND webhooks_held_at IS NULL
        AND NOT EXISTS (
          SELECT FROM fault WHERE fault.account_id = delivery.account_id AND fault.name = delivery.fault
            AND CASE WHEN awaited_count > 0 THEN expires_at > ${now}::timestamptz
              ELSE matched_at > ${new Date(now.getTime() - BATCH_MS)}::timestamptz END)`;
  }
}
