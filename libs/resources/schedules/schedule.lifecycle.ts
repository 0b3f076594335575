import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import type { Tenant } from '#kernel/scope.js';
import { Prisma } from '#platform/database/generated/client.js';
import { newId } from '#engine/writes/new-id.js';
import { OptimisticWrite } from '#engine/writes/optimistic-write.js';
import { toUpdate } from '#engine/writes/rows.js';
import type { DueOutcome } from '#engine/due-work/due-work.js';
import { Resources } from '#engine/resources/resources.js';
import * as machine from './rules/schedule.machine.js';
import type { Occurrence, Schedule } from './rules/schedule.js';
import { OCCURRENCE } from './occurrence.resource.js';
import { SCHEDULE } from './schedule.resource.js';
import { scheduleUpdate, withOccurrence } from './schedule.row.js';
import { ScheduleRuns } from './schedule.runs.js';
import { scheduleView, type ScheduleView } from './schedule.view.js';

/**
 * Every change of a schedule. An occurrence, its charge and their events are written in one statement with
 * the schedule, if that has still the version that they were decided on. A second caller, or one after a
 * crash, finds the day done.
 */
@Injectable()
export class ScheduleLifecycle {
  constructor(
    private readonly writes: OptimisticWrite,
    private readonly resources: Resources,
    private readonly runs: ScheduleRuns,
  ) {}

  /** Does the first thing that is due; `null` when nothing is. Throws `not_found`. */
  doDue(tenant: Tenant, id: string): Promise<DueOutcome | null> {
    return this.writes.change<DueOutcome | null>('schedule', tenant, id, async (now, account) => {
      const before = await this.resources.load(SCHEDULE, tenant, id);
      const run = await this.runs.due(before, await this.awaiting(tenant, id), now, account);
      if (!run) return { answer: null };
      const { insert, jobs, occurrence, after } = run;
      const [first, ...others] = run.events;
      const event = newId('event', tenant.livemode);
      return {
        insert,
        jobs,
        updates: [scheduleUpdate(before.schedule, after.schedule), ...run.updates],
        events: first ? [{ ...first, id: event }, ...others] : [],
        answer: {
          outcome: occurrence.status,
          occurrence: occurrence.id,
          ...(occurrence.resultId !== null && { result: occurrence.resultId }),
          error: occurrence.message,
          willRetry: occurrence.attemptCount > 1 && occurrence.retryAt !== null,
          ...(first ? { event } : {}),
        },
      };
    });
  }

  /** Deletes the schedule and cancels a pending retry. Throws `not_found`, also for a deleted schedule. */
  destroy(tenant: Tenant, id: string): Promise<ScheduleView> {
    return this.writes.change('schedule', tenant, id, async (now) => {
      const before = await this.resources.load(SCHEDULE, tenant, id);
      if (before.schedule.status === 'deleted') return failNotFound('schedule', id);
      const awaiting = await this.awaiting(tenant, id);
      const schedule: Schedule = { ...before.schedule, ...machine.remove(before.schedule, now) };
      const given = awaiting && { ...awaiting, version: awaiting.version + 1, retryOn: null, retryAt: null };
      const view = scheduleView({ ...(given ? withOccurrence(before, given) : before), schedule }, { now });
      return {
        updates: [
          scheduleUpdate(before.schedule, schedule),
          ...(awaiting && given ? [toUpdate('occurrence', awaiting, given)] : []),
        ],
        events: [{ key: 'schedule.destroy', objectId: id, data: view }],
        answer: view,
      };
    });
  }

  /** The occurrence with a pending retry, if any. */
  private async awaiting({ accountId, livemode }: Tenant, scheduleId: string): Promise<Occurrence | null> {
    const found = await this.resources.lookUpWhere(
      OCCURRENCE,
      Prisma.sql`occurrence.account_id = ${accountId} AND occurrence.livemode = ${livemode}
        AND occurrence.schedule_id = ${scheduleId} AND occurrence.retry_at IS NOT NULL`,
    );
    return found ?? null;
  }
}
