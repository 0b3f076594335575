import { Injectable } from '@nestjs/common';
import type { Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { Log } from '#platform/logging/log.js';
import { accountTimeLessGrace } from '../accounts/account-time.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { ScheduledWork, type Happening, type ScheduledItem } from '../schedule/scheduled-work.js';
import { ChargeLifecycle } from './charge.lifecycle.js';
import { EXPIRY_QUEUE } from './expiry-job.js';

/** The sweep leaves a charge to its own job for this long. */
const GRACE_MS = 2_000;
/** Charges that one sweep ends; the next one goes on a second later. */
const SWEEP_LIMIT = 200;

interface OverdueCharge {
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
}

/** Ends charges whose time has come, and settles those that faults have settle later. */
@Injectable()
export class ChargeExpiryProcessor extends ScheduledWork {
  readonly queue = EXPIRY_QUEUE;
  readonly concurrency = 8;
  readonly rank = 0;
  readonly changesState = true;
  readonly kinds = {
    expiry: 'The charge expires unless it is paid or refused before.',
    authorization_end: 'The authorization ends unless the charge is captured or reversed before.',
    settlement: 'A fault settles the charge, unless that is done before.',
  };

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
    if (!tenant) return;
    const account = await this.directory.find(tenant.accountId);
    // While its clock is moved, that move does it, or the sweep afterwards.
    if (account?.clockMoveId === null) await this.lifecycle.timeOut(tenant, chargeId);
  }

  pending(): Prisma.Sql {
    return Prisma.sql`
      SELECT id, account_id, livemode, expires_at AS at, id AS object_id, false AS is_under_way,
        CASE WHEN authorized_at IS NULL THEN 'expiry' ELSE 'authorization_end' END AS kind
      FROM charge WHERE account_id = account.id AND status = 'pending'
      UNION ALL
      SELECT id, account_id, livemode, settles_at, id, false, 'settlement'
      FROM charge WHERE account_id = account.id AND status = 'pending' AND settles_at <= expires_at AND authorized_at IS NULL`;
  }

  async perform({ id, ...tenant }: ScheduledItem): Promise<Happening | undefined> {
    const { charge } = await this.lifecycle.timeOut(tenant, id);
    return charge.status === 'pending' && charge.authorizedAt === null ? undefined : { outcome: charge.status };
  }

  async sweep(signal: AbortSignal): Promise<number> {
    const now = this.clock.machineNow();
    const overdue = await this.database.$queryRaw<OverdueCharge[]>`
      SELECT overdue.* FROM account CROSS JOIN LATERAL (
        SELECT id, account_id, livemode FROM (${this.pending()}) pending
        WHERE at <= ${accountTimeLessGrace(now, GRACE_MS)} ORDER BY at LIMIT ${SWEEP_LIMIT}) overdue
      WHERE account.closed_at IS NULL AND account.clock_move_id IS NULL
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
