import { Injectable } from '@nestjs/common';
import type { Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { Log } from '#platform/logging/log.js';
import { accountTimeLessGrace } from '../accounts/account-time.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { ScheduledWork, type Happening, type ScheduledItem } from '../schedule/scheduled-work.js';
import { SCHEDULE_QUEUE } from './schedule-job.js';
import { ScheduleLifecycle } from './schedule.lifecycle.js';

/** The sweep leaves a schedule to its own job for this long. */
const GRACE_MS = 2_000;
/** Schedules that one sweep looks at; the next one goes on a second later. */
const SWEEP_LIMIT = 200;
/** Days that are made up for at once, where the clock has passed many. */
const MAX_DAYS_AT_ONCE = 400;

interface OverdueSchedule {
  readonly schedule_id: string;
  readonly account_id: string;
  readonly livemode: boolean;
}

/** Does what schedules say, on their days. */
@Injectable()
export class ScheduleOccurrencesProcessor extends ScheduledWork {
  readonly queue = SCHEDULE_QUEUE;
  readonly concurrency = 4;
  readonly rank = 1;
  readonly changesState = true;
  readonly kinds = {
    occurrence: 'The schedule falls on this day.',
    occurrence_retry: 'What the schedule says is tried again, because it failed.',
  };

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly lifecycle: ScheduleLifecycle,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  async handle(scheduleId: string): Promise<void> {
    const tenant: Tenant | null = await this.database.schedule.findUnique({
      where: { id: scheduleId },
      select: { accountId: true, livemode: true },
    });
    if (!tenant) return;
    const account = await this.directory.find(tenant.accountId);
    // While its clock is moved, that move does it, or the sweep afterwards.
    if (account?.clockMoveId === null) await this.makeUp(tenant, scheduleId);
  }

  pending(): Prisma.Sql {
    return Prisma.sql`
      SELECT id, account_id, livemode, next_at AS at, id AS object_id, false AS is_under_way, 'occurrence' AS kind, id AS schedule_id
      FROM schedule WHERE account_id = account.id AND next_at IS NOT NULL
      UNION ALL
      SELECT id, account_id, livemode, retry_at, id, false, 'occurrence_retry', schedule_id
      FROM occurrence WHERE account_id = account.id AND retry_at IS NOT NULL`;
  }

  async perform({ id, kind, ...tenant }: ScheduledItem): Promise<Happening | undefined> {
    const scheduleId = kind === 'occurrence' ? id : await this.scheduleOf(id);
    return scheduleId === undefined ? undefined : ((await this.lifecycle.doDue(tenant, scheduleId)) ?? undefined);
  }

  async sweep(signal: AbortSignal): Promise<number> {
    const now = this.clock.machineNow();
    const overdue = await this.database.$queryRaw<OverdueSchedule[]>`
      SELECT DISTINCT overdue.* FROM account CROSS JOIN LATERAL (
        SELECT schedule_id, account_id, livemode FROM (${this.pending()}) pending
        WHERE at <= ${accountTimeLessGrace(now, GRACE_MS)} ORDER BY at LIMIT ${SWEEP_LIMIT}) overdue
      WHERE account.closed_at IS NULL AND account.clock_move_id IS NULL
      LIMIT ${SWEEP_LIMIT}`;
    for (const { schedule_id: id, account_id: accountId, livemode } of overdue) {
      if (signal.aborted) break;
      // One that cannot go on must not keep the others from it.
      await this.makeUp({ accountId, livemode }, id).catch((error: unknown) =>
        this.log.error('a schedule could not go on', error, { schedule: id }),
      );
    }
    return overdue.length;
  }

  /** Does all that is due of a schedule, one day after the other. */
  private async makeUp(tenant: Tenant, id: string): Promise<void> {
    for (let days = 0; days < MAX_DAYS_AT_ONCE; days += 1) {
      if (!(await this.lifecycle.doDue(tenant, id))) return;
    }
  }

  private async scheduleOf(occurrenceId: string): Promise<string | undefined> {
    const found = await this.database.occurrence.findUnique({ where: { id: occurrenceId }, select: { scheduleId: true } });
    return found?.scheduleId;
  }
}
