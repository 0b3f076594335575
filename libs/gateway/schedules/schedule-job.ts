import type { Occurrence, Schedule } from '#domain/schedules/schedule.js';
import type { NewJob } from '#platform/jobs/job.js';

export const SCHEDULE_QUEUE = 'schedule-occurrence';

/** Wake the worker when the schedule falls on its next day, or an occurrence is to be tried again; `now` is the account's. */
export function jobsOf({ id, nextAt }: Schedule, occurrence: Pick<Occurrence, 'retryAt'> | undefined, now: Date): NewJob[] {
  return [nextAt, occurrence?.retryAt ?? null]
    .filter((at) => at !== null)
    .map((at) => ({ queue: SCHEDULE_QUEUE, id: `occur-${id}-${at.getTime()}`, subject: id, delayMs: at.getTime() - now.getTime() }));
}
