import { Injectable } from '@nestjs/common';
import type { Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { Log } from '#platform/logging/log.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import type { DueOutcome, DueItem } from '../due-work/due-work.js';
import { DueObjectWork } from '../due-work/due-object-work.js';
import { ChargeLifecycle } from './charge.lifecycle.js';
import { EXPIRY_QUEUE } from './expiry-job.js';

/** Expires charges at `expiresAt`. Settles those that a fault or `auto_approve` settles at `settlesAt`. */
@Injectable()
export class ChargeDueWork extends DueObjectWork {
  protected readonly resource = 'charge';
  readonly queue = EXPIRY_QUEUE;
  readonly concurrency = 8;
  readonly rank = 0;
  readonly changesState = true;
  readonly kinds = {
    expiry: 'Unless it is paid or declined first.',
    authorization_end: 'Unless captured or reversed first.',
    settlement: 'By a fault or auto-approve.',
  };

  constructor(
    database: Database,
    directory: AccountDirectory,
    clock: Clock,
    log: Log,
    private readonly lifecycle: ChargeLifecycle,
  ) {
    super(database, directory, clock, log);
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

  async perform({ id, ...tenant }: DueItem): Promise<DueOutcome | undefined> {
    const { charge } = await this.lifecycle.timeOut(tenant, id);
    return charge.status === 'pending' && charge.authorizedAt === null
      ? undefined
      : { outcome: charge.status };
  }

  protected tenantOf(id: string): Promise<Tenant | null> {
    return this.database.charge.findUnique({ where: { id }, select: { accountId: true, livemode: true } });
  }

  protected progress(tenant: Tenant, id: string): Promise<unknown> {
    return this.lifecycle.timeOut(tenant, id);
  }
}
