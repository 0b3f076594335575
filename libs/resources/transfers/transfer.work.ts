import { Injectable } from '@nestjs/common';
import { Prisma } from '#platform/database/generated/client.js';
import { DueWork, type DueOutcome, type Work } from '#engine/due-work/due-work.js';
import { TRANSFER_QUEUE } from './transfer-job.js';
import { TransferLifecycle } from './transfer.lifecycle.js';

/** Sends transfers and pays them out when their time has come. */
@Injectable()
export class TransferDueWork extends DueWork {
  protected readonly table = 'transfer';
  readonly name = TRANSFER_QUEUE;
  override readonly concurrency = 4;
  readonly rank = 1;
  readonly kinds = {
    transfer_sending: 'If funds are available; otherwise postponed a day, or failed if fail_fast is set.',
    transfer_payment: 'The bank pays or rejects the transfer.',
  };

  constructor(private readonly lifecycle: TransferLifecycle) {
    super();
  }

  pending(): Prisma.Sql {
    return Prisma.sql`
      SELECT id, account_id, livemode, due_at AS at, id AS object_id, id AS job_id, false AS is_under_way,
        CASE state WHEN 'pending' THEN 'transfer_sending' ELSE 'transfer_payment' END AS kind
      FROM transfer WHERE account_id = account.id AND due_at IS NOT NULL`;
  }

  async perform({ id, ...tenant }: Work): Promise<DueOutcome | undefined> {
    const outcome = await this.lifecycle.progress(tenant, id);
    return outcome && { outcome, willRetry: outcome === 'postponed' };
  }
}
