import { Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel/scope.js';
import { Prisma } from '#platform/database/generated/client.js';
import { DueWork, type DueOutcome, type Work } from '#engine/due-work/due-work.js';
import { SCHEDULE_QUEUE } from './schedule-job.js';
import { ScheduleLifecycle } from './schedule.lifecycle.js';

/** Days that are made up for at once, where the clock has passed many. */
const MAX_DAYS_AT_ONCE = 400;

/** Does what schedules say, on their days. */
@Injectable()
export class ScheduleDueWork extends DueWork {
  protected readonly table = 'schedule';
  readonly name = SCHEDULE_QUEUE;
  override readonly concurrency = 4;
  /** After transfers of the same instant, which take what they send from the balance. */
  readonly rank = 2;
  readonly kinds = {
    occurrence: 'The schedule runs on this day.',
    occurrence_retry: 'Previous attempt failed.',
  };

  constructor(private readonly lifecycle: ScheduleLifecycle) {
    super();
  }

  pending(): Prisma.Sql {
    return Prisma.sql`
      SELECT id, account_id, livemode, next_at AS at, id AS object_id, id AS job_id, false AS is_under_way, 'occurrence' AS kind
      FROM schedule WHERE account_id = account.id AND next_at IS NOT NULL
      UNION ALL
      SELECT id, account_id, livemode, retry_at, id, schedule_id, false, 'occurrence_retry'
      FROM occurrence WHERE account_id = account.id AND retry_at IS NOT NULL`;
  }

  async perform({ id, kind, ...tenant }: Work): Promise<DueOutcome | undefined> {
    const scheduleId = kind === 'occurrence_retry' ? await this.scheduleOf(id) : id;
    return scheduleId === undefined
      ? undefined
      : ((await this.lifecycle.doDue(tenant, scheduleId)) ?? undefined);
  }

  /** One day after the other. */
  protected override async progress(tenant: Tenant, id: string): Promise<void> {
    for (let days = 0; days < MAX_DAYS_AT_ONCE; days += 1) {
      if (!(await this.lifecycle.doDue(tenant, id))) return;
    }
  }

  private async scheduleOf(occurrenceId: string): Promise<string | undefined> {
    const found = await this.database.occurrence.findFirst({
      where: { id: occurrenceId },
      select: { scheduleId: true },
    });
    return found?.scheduleId;
  }
}
