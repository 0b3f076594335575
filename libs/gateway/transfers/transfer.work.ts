import { Injectable } from '@nestjs/common';
import type { Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { Log } from '#platform/logging/log.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import type { DueOutcome, DueItem } from '../due-work/due-work.js';
import { DueObjectWork } from '../due-work/due-object-work.js';
import { TRANSFER_QUEUE } from './transfer-job.js';
import { TransferLifecycle } from './transfer.lifecycle.js';

/** Sends transfers and pays them out when their time has come. */
@Injectable()
export class TransferDueWork extends DueObjectWork {
  protected readonly resource = 'transfer';
  readonly queue = TRANSFER_QUEUE;
  readonly concurrency = 4;
  readonly rank = 1;
  readonly changesState = true;
  readonly kinds = {
    transfer_sending: 'If funds are available; otherwise postponed a day, or failed if fail_fast is set.',
    transfer_payment: 'The bank pays or rejects the transfer.',
  };

  constructor(
    database: Database,
    directory: AccountDirectory,
    clock: Clock,
    log: Log,
    private readonly lifecycle: TransferLifecycle,
  ) {
    super(database, directory, clock, log);
  }

  pending(): Prisma.Sql {
    return Prisma.sql`
      SELECT id, account_id, livemode, due_at AS at, id AS object_id, id AS job_id, false AS is_under_way,
        CASE state WHEN 'pending' THEN 'transfer_sending' ELSE 'transfer_payment' END AS kind
      FROM transfer WHERE account_id = account.id AND due_at IS NOT NULL`;
  }

  async perform({ id, ...tenant }: DueItem): Promise<DueOutcome | undefined> {
    const outcome = await this.lifecycle.progress(tenant, id);
    return outcome && { outcome, isTriedAgain: outcome === 'postponed' };
  }

  protected tenantOf(id: string): Promise<Tenant | null> {
    return this.database.transfer.findUnique({ where: { id }, select: { accountId: true, livemode: true } });
  }

  protected progress(tenant: Tenant, id: string): Promise<unknown> {
    return this.lifecycle.progress(tenant, id);
  }
}
