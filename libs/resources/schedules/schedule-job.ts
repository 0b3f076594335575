import type { NewJob } from '#platform/jobs/job.js';
import { nearJobs } from '#engine/due-work/due-jobs.js';
import type { Occurrence, Schedule } from './rules/schedule.js';

export const SCHEDULE_QUEUE = 'schedule-occurrence';

/**
 * Wake the worker when the schedule falls on its next day, or an occurrence is to be tried again; `now` is
 * the account's.
 */
export function jobsOf(
  { id, nextAt }: Schedule,
  occurrence: Pick<Occurrence, 'retryAt'> | undefined,
  now: Date,
): NewJob[] {
  return nearJobs(SCHEDULE_QUEUE, id, [nextAt, occurrence?.retryAt], now);
}
