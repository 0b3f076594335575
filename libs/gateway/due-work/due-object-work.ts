import type { Tenant } from '#domain/scope.js';
import type { Clock } from '#platform/clock/clock.js';
import type { Database } from '#platform/database/database.js';
import type { NewJob } from '#platform/jobs/job.js';
import type { Log } from '#platform/logging/log.js';
import type { AccountDirectory } from '../accounts/account-directory.js';
import { accountTime, accountTimeLessGrace } from '../accounts/account-time.js';
import { dueJob } from './due-jobs.js';
import { DueWork } from './due-work.js';

/** The sweep leaves due work to its own job for this long. */
const GRACE_MS = 2_000;
/** The most objects that one sweep handles; the next sweep follows a second later. */
const SWEEP_LIMIT = 200;

interface OverdueRow {
  readonly job_id: string;
  readonly account_id: string;
  readonly livemode: boolean;
}

interface UpcomingRow {
  readonly job_id: string;
  readonly at: Date;
  /** The account's time. */
  readonly now: Date;
}

/**
 * Due work on one object. A job with the object's id does it, or the sweep if that job is lost. {@link
 * pending} has one more column, `job_id`: that id.
 */
export abstract class DueObjectWork extends DueWork {
  /** The name of the object in logs. */
  protected abstract readonly resource: string;

  constructor(
    protected readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  /** Null if there is no such object. */
  protected abstract tenantOf(id: string): Promise<Tenant | null>;

  /** Does everything that is due for the object. */
  protected abstract progress(tenant: Tenant, id: string): Promise<unknown>;

  async handle(id: string): Promise<void> {
    const tenant = await this.tenantOf(id);
    if (!tenant) return;
    const account = await this.directory.find(tenant.accountId);
    // During a move of the account's clock, the move does this work, or the sweep afterwards.
    if (account?.clockMoveId !== null) return;
    await this.progress(tenant, id).catch(async (error: unknown) => {
      // Retention may have deleted the object.
      if ((await this.tenantOf(id)) !== null) throw error;
    });
  }

  async sweep(signal: AbortSignal): Promise<number> {
    const now = this.clock.machineNow();
    const overdue = await this.database.$queryRaw<OverdueRow[]>`
      SELECT DISTINCT overdue.* FROM account CROSS JOIN LATERAL (
        SELECT job_id, account_id, livemode FROM (${this.pending(now)}) pending
        WHERE at <= ${accountTimeLessGrace(now, GRACE_MS)} ORDER BY at LIMIT ${SWEEP_LIMIT}) overdue
      WHERE account.closed_at IS NULL AND account.clock_move_id IS NULL
      LIMIT ${SWEEP_LIMIT}`;
    for (const { job_id: id, account_id: accountId, livemode } of overdue) {
      if (signal.aborted) break;
      // A failure must not delay the others.
      await this.progress({ accountId, livemode }, id).catch((error: unknown) =>
        this.log.error('scheduled work failed; the next sweep retries it', error, { [this.resource]: id }),
      );
    }
    return overdue.length;
  }

  override async upcomingJobs(from: Date, until: Date, limit: number): Promise<readonly NewJob[]> {
    const rows = await this.database.$queryRaw<UpcomingRow[]>`
      SELECT job_id, at, ${accountTime(this.clock.machineNow())} AS now
      FROM account CROSS JOIN LATERAL (
        SELECT job_id, at FROM (${this.pending(until)}) pending
        WHERE at >= ${accountTime(from)} AND at <= ${accountTime(until)} ORDER BY at LIMIT ${limit}) upcoming
      WHERE account.closed_at IS NULL AND account.frozen_at IS NULL
      ORDER BY at - ${accountTime(until)} LIMIT ${limit}`;
    return rows.map(({ job_id: id, at, now }) => dueJob(this.queue, id, at, now));
  }
}
