import type { Tenant } from '#domain/scope.js';
import type { Clock } from '#platform/clock/clock.js';
import type { Database } from '#platform/database/database.js';
import type { Log } from '#platform/logging/log.js';
import type { AccountDirectory } from '../accounts/account-directory.js';
import { accountTimeLessGrace } from '../accounts/account-time.js';
import { TimedWork } from './timed-work.js';

/** The sweep leaves what is due to its own job for this long. */
const GRACE_MS = 2_000;
/** Objects that one sweep goes on with; the next one goes on a second later. */
const SWEEP_LIMIT = 200;

interface OverdueRow {
  readonly job_id: string;
  readonly account_id: string;
  readonly livemode: boolean;
}

/**
 * Scheduled work that is done on one object at a time, by a job that has the object's id, or by the sweep when that job is lost. Its {@link pending} has one more
 * column, `job_id`: that id.
 */
export abstract class SweptWork extends TimedWork {
  /** What the object is called in logs. */
  protected abstract readonly resource: string;

  constructor(
    protected readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  /** Whose object it is, if it is there. */
  protected abstract tenantOf(id: string): Promise<Tenant | null>;

  /** Does all that is due of the object, if anything is. */
  protected abstract progress(tenant: Tenant, id: string): Promise<unknown>;

  async handle(id: string): Promise<void> {
    const tenant = await this.tenantOf(id);
    if (!tenant) return;
    const account = await this.directory.find(tenant.accountId);
    // While the clock of the account is moved, that move does it, or the sweep afterwards.
    if (account?.clockMoveId !== null) return;
    await this.progress(tenant, id).catch(async (error: unknown) => {
      // Retention may have removed it meanwhile.
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
      // One that fails must not keep the others waiting.
      await this.progress({ accountId, livemode }, id).catch((error: unknown) =>
        this.log.error('scheduled work failed; it is tried again', error, { [this.resource]: id }),
      );
    }
    return overdue.length;
  }
}
