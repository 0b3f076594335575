import { Injectable } from '@nestjs/common';
import type { Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { JobHandler } from '#platform/jobs/job-handler.js';
import { Log } from '#platform/logging/log.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { ChargeLifecycle } from './charge.lifecycle.js';

/** The sweep leaves a charge to its own job for this long. */
const GRACE_MS = 2_000;
/** Charges that one sweep ends; the next one goes on a second later. */
const SWEEP_LIMIT = 200;

interface OverdueCharge {
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
}

/** Ends charges whose time has come. */
@Injectable()
export class ChargeExpiryProcessor extends JobHandler {
  readonly queue = 'charge-expiry';
  readonly concurrency = 8;

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly lifecycle: ChargeLifecycle,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  async handle(chargeId: string): Promise<void> {
    const tenant: Tenant | null = await this.database.charge.findUnique({
      where: { id: chargeId },
      select: { accountId: true, livemode: true },
    });
    if (tenant && (await this.directory.find(tenant.accountId))) await this.lifecycle.timeOut(tenant, chargeId);
  }

  async sweep(signal: AbortSignal): Promise<number> {
    const now = this.clock.machineNow();
    const overdue = await this.database.$queryRaw<OverdueCharge[]>`
      SELECT overdue.* FROM account CROSS JOIN LATERAL (
        SELECT id, account_id, livemode FROM charge
        WHERE account_id = account.id AND status = 'pending'
          AND expires_at <= ${now}::timestamptz + (account.clock_offset_ms - ${GRACE_MS}) * interval '1 millisecond'
        ORDER BY expires_at LIMIT ${SWEEP_LIMIT}) overdue
      WHERE account.closed_at IS NULL
      LIMIT ${SWEEP_LIMIT}`;
    for (const { id, account_id: accountId, livemode } of overdue) {
      if (signal.aborted) break;
      // One that cannot be ended must not keep the others from it.
      await this.lifecycle
        .timeOut({ accountId, livemode }, id)
        .catch((error: unknown) => this.log.error('a charge could not be expired', error, { charge: id }));
    }
    return overdue.length;
  }
}
