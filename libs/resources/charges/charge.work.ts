import { Injectable } from '@nestjs/common';
import { Prisma } from '#platform/database/generated/client.js';
import { DueWork, type DueOutcome, type Work } from '#engine/due-work/due-work.js';
import { ChargeLifecycle } from './charge.lifecycle.js';
import { CHARGE_QUEUE } from './charge-job.js';

/** Expires charges at `expiresAt`. Settles those that a fault or `auto_approve` settles at `settlesAt`. */
@Injectable()
export class ChargeDueWork extends DueWork {
  protected readonly table = 'charge';
  readonly name = CHARGE_QUEUE;
  override readonly concurrency = 8;
  readonly rank = 0;
  readonly kinds = {
    expiry: 'Unless it is paid or declined first.',
    authorization_end: 'Unless captured or reversed first.',
    settlement: 'By a fault or auto-approve.',
  };

  constructor(private readonly lifecycle: ChargeLifecycle) {
    super();
  }

  pending(): Prisma.Sql {
    return Prisma.sql`
      SELECT id, account_id, livemode, expires_at AS at, id AS object_id, id AS job_id, false AS is_under_way,
        CASE WHEN authorized_at IS NULL THEN 'expiry' ELSE 'authorization_end' END AS kind
      FROM charge WHERE account_id = account.id AND status = 'pending'
      UNION ALL
      SELECT id, account_id, livemode, settles_at, id, id, false, 'settlement'
      FROM charge WHERE account_id = account.id AND status = 'pending' AND settles_at <= expires_at AND authorized_at IS NULL`;
  }

  async perform({ id, ...tenant }: Work): Promise<DueOutcome | undefined> {
    const outcome = await this.lifecycle.timeOut(tenant, id);
    return outcome && { outcome };
  }
}
