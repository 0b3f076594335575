import { Inject } from '@nestjs/common';
import type { Tenant } from '#kernel/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { NewJob } from '#platform/jobs/job.js';
import { BackgroundWork } from '#platform/jobs/background-work.js';
import { Log } from '#platform/logging/log.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { accountTime, accountTimeLessGrace } from '../accounts/account-time.js';
import { dueJob } from './due-jobs.js';

/** The sweep leaves due work to its own job for this long. */
const GRACE_MS = 2_000;
/** The most objects that one sweep handles; the next sweep follows a second later. */
const SWEEP_LIMIT = 200;

interface OverdueRow {
  readonly job_id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  /** Seconds since the most overdue of all rows became due, in the time of its account. */
  readonly most: number;
}

interface UpcomingRow {
  readonly job_id: string;
  readonly at: Date;
  /** The account's time. */
  readonly now: Date;
}

/** An item of work that becomes due at an instant of an account's time. */
export interface DueItem extends Tenant {
  readonly id: string;
  readonly at: Date;
  /** One of the {@link DueWork.kinds}. */
  readonly kind: string;
  /** The id of the object that callers see. */
  readonly objectId: string;
  /** True if a worker has claimed it. */
  readonly isUnderWay: boolean;
  readonly work: DueWork;
}

/** An item, or the object of a job, which has no kind. */
export type Work = Tenant & Pick<DueItem, 'id'> & Partial<Pick<DueItem, 'kind'>>;

export interface DueOutcome {
  /** One word: `expired`, `delivered`. */
  readonly outcome: string;
  /** The event that it caused or sent. */
  readonly event?: string;
  /** The delivery of an attempt, and the attempt's number. */
  readonly delivery?: string;
  readonly attempt?: number;
  /** The receiver's response status, or the error; of a schedule why the occurrence failed or was skipped. */
  readonly status?: number | null;
  readonly error?: string | null;
  /** Of a schedule: its occurrence, and the charge or transfer that was made. */
  readonly occurrence?: string;
  readonly result?: string;
  /** True if it failed and is retried later, without a limit. */
  readonly willRetry?: boolean;
}

export type DoneItem = DueOutcome & Pick<DueItem, 'at' | 'kind' | 'objectId' | 'livemode'>;

/**
 * Work that becomes due at an instant of an account's clock. Its sweep, the list of upcoming items and an
 * advance of the clock all use {@link pending}. A job with the object's id does the work, or the sweep if that
 * job is lost.
 */
export abstract class DueWork extends BackgroundWork {
  @Inject(Database) protected readonly database!: Database;
  @Inject(AccountDirectory) private readonly directory!: AccountDirectory;
  @Inject(Clock) private readonly clock!: Clock;
  @Inject(Log) protected readonly log!: Log;
  @Inject(Metrics) private readonly metrics!: Metrics;

  /** The table of the objects that jobs name. */
  protected abstract readonly table: string;
  /** The kinds of items, each with its reason in the list of upcoming items. */
  abstract readonly kinds: Readonly<Record<string, string>>;
  /** The order among items of the same instant: the lowest rank comes first. */
  abstract readonly rank: number;
  /**
   * True if it changes objects of the API. Such items run one at a time; webhooks, which change none, are
   * sent concurrently.
   */
  readonly changesState: boolean = true;

  /**
   * A query of the pending items of the row `account`, with the columns `id`, `account_id`, `livemode`, `at`,
   * `kind`, `object_id`, `is_under_way` and `job_id`, the id of the row in {@link table}. An index must
   * return it in the order of `at`.
   */
  abstract pending(machineNow: Date): Prisma.Sql;

  /**
   * Does the work, for the running clock move if there is one. `undefined`: no work is left, or another
   * process has claimed it.
   */
  abstract perform(work: Work, clockMoveId: string | null): Promise<DueOutcome | undefined>;

  /**
   * The items of the account that any process has committed since `snapshot`, a `pg_snapshot`, in order. Only
   * needed for work of several statements.
   */
  doneSince?(accountId: string, snapshot: string): Promise<readonly DoneItem[]>;

  override async handle(id: string, _group?: string): Promise<void> {
    const tenant = await this.tenantOf(id);
    if (!tenant) return;
    const account = await this.directory.find(tenant.accountId);
    // During a move of the account's clock, the move does this work, or the sweep afterwards.
    if (account?.clockMoveId !== null) return;
    await this.progress(tenant, id).catch(async (error: unknown) => {
      // Retention may have deleted the object.
      if ((await this.tenantOf(id)) !== undefined) throw error;
    });
  }

  async sweep(signal: AbortSignal): Promise<number> {
    const now = this.clock.machineNow();
    const overdue = await this.database.$queryRaw<OverdueRow[]>`
      SELECT job_id, account_id, livemode, (max(max(extract(epoch FROM ${accountTime(now)} - at))) OVER ())::float8 AS most
      FROM account CROSS JOIN LATERAL (
        SELECT job_id, account_id, livemode, at FROM (${this.pending(now)}) pending
        WHERE at <= ${accountTimeLessGrace(now, GRACE_MS)} ORDER BY at LIMIT ${SWEEP_LIMIT}) overdue
      WHERE account.closed_at IS NULL AND account.clock_move_id IS NULL
      GROUP BY job_id, account_id, livemode
      LIMIT ${SWEEP_LIMIT}`;
    this.metrics
      .gauge(
        'tollgate_sweep_overdue_seconds',
        'Seconds since the most overdue work that the last sweep found became due; 0 if it found none.',
        ['sweeper'],
      )
      .set({ sweeper: this.name }, overdue[0]?.most ?? 0);
    for (const { job_id: id, account_id: accountId, livemode } of overdue) {
      if (signal.aborted) break;
      // A failure must not delay the others.
      await this.progress({ accountId, livemode }, id).catch((error: unknown) =>
        this.log.error('scheduled work failed; the next sweep retries it', error, { [this.table]: id }),
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
    return rows.map(({ job_id: id, at, now }) => dueJob(this.name, id, at, now));
  }

  /** Does everything that is due for the object of a job. */
  protected async progress(tenant: Tenant, id: string): Promise<void> {
    await this.perform({ ...tenant, id }, null);
  }

  private async tenantOf(id: string): Promise<Tenant | undefined> {
    const [tenant] = await this.database.$queryRaw<Tenant[]>`
      SELECT account_id AS "accountId", livemode FROM ${Prisma.raw(this.table)} WHERE id = ${id}`;
    return tenant;
  }
}
