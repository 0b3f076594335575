import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '#domain/time.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Invalidations } from '#platform/database/invalidations.js';
import { Sweeper } from '#platform/jobs/sweeper.js';
import { FaultStore } from './fault.store.js';

/** How long whoever has the last webhook of a batch is given to send all of it. */
const BATCH_MS = MINUTE_MS;

/** Puts an end to what faults that are over leave: webhooks that they keep back, and the note that a sandbox has faults. */
@Injectable()
export class FaultsSweeper extends Sweeper {
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
    const over = await this.store.forgetThoseOver();
    if (over.length > 0) void this.invalidations.announce(over);
    return released + over.length;
  }

  /** What waits for a batch that will not be full any more, or whose sender has died, is sent as if there were no fault. */
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
