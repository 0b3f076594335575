import { Injectable } from '@nestjs/common';
import type { Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { Log } from '#platform/logging/log.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { accountTimeLessGrace } from '../accounts/account-time.js';
import { ScheduledWork, type Happening, type ScheduledItem } from '../schedule/scheduled-work.js';
import { TRANSFER_QUEUE } from './transfer-job.js';
import { TransferLifecycle } from './transfer.lifecycle.js';

/** The sweep leaves a transfer to its own job for this long. */
const GRACE_MS = 2_000;
/** Transfers that one sweep goes on with. */
const SWEEP_LIMIT = 200;

/** Sends transfers and pays them out when their time has come. */
@Injectable()
export class TransferProcessor extends ScheduledWork {
  readonly queue = TRANSFER_QUEUE;
  readonly concurrency = 4;
  readonly rank = 1;
  readonly changesState = true;
  readonly kinds = {
    transfer_sending: 'The transfer is sent, if it can be; otherwise it fails or is put off by a day.',
    transfer_payment: 'The bank pays the transfer out, or refuses it.',
  };

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly lifecycle: TransferLifecycle,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  async handle(id: string): Promise<void> {
    const tenant: Tenant | null = await this.database.transfer.findUnique({ where: { id }, select: { accountId: true, livemode: true } });
    if (!tenant) return;
    const account = await this.directory.find(tenant.accountId);
    // While its clock is moved, that move does it, or the sweep afterwards.
    if (account?.clockMoveId === null) await this.lifecycle.progress(tenant, id);
  }

  pending(): Prisma.Sql {
    return Prisma.sql`
      SELECT id, account_id, livemode, due_at AS at, id AS object_id, false AS is_under_way,
        CASE state WHEN 'pending' THEN 'transfer_sending' ELSE 'transfer_payment' END AS kind
      FROM transfer WHERE account_id = account.id AND due_at IS NOT NULL`;
  }

  async perform({ id, ...tenant }: ScheduledItem): Promise<Happening | undefined> {
    const outcome = await this.lifecycle.progress(tenant, id);
    return outcome && { outcome };
  }

  async sweep(signal: AbortSignal): Promise<number> {
    const now = this.clock.machineNow();
    const overdue = await this.database.$queryRaw<{ id: string; account_id: string; livemode: boolean }[]>`
      SELECT overdue.* FROM account CROSS JOIN LATERAL (
        SELECT id, account_id, livemode FROM (${this.pending()}) pending
        WHERE at <= ${accountTimeLessGrace(now, GRACE_MS)} ORDER BY at LIMIT ${SWEEP_LIMIT}) overdue
      WHERE account.closed_at IS NULL AND account.clock_move_id IS NULL
      LIMIT ${SWEEP_LIMIT}`;
    for (const { id, account_id: accountId, livemode } of overdue) {
      if (signal.aborted) break;
      // One that cannot go on must not keep the others from it.
      await this.lifecycle
        .progress({ accountId, livemode }, id)
        .catch((error: unknown) => this.log.error('a transfer could not be continued', error, { transfer: id }));
    }
    return overdue.length;
  }
}
