import { NEAR_MS, type NewJob } from '#platform/jobs/job.js';

/** A job for the row `subject`. `now` and `at` are of the same clock. */
export function dueJob(queue: string, subject: string, at: Date, now: Date): NewJob {
  return { queue, id: `${subject}-${at.getTime()}`, subject, delayMs: at.getTime() - now.getTime() };
}

/**
 * The jobs that are due soon. The worker adds later ones shortly before their time: most charges are paid
 * long before they expire.
 */
export function nearJobs(
  queue: string,
  subject: string,
  instants: readonly (Date | null | undefined)[],
  now: Date,
): NewJob[] {
  return instants
    .filter((at) => at !== null && at !== undefined)
    .map((at) => dueJob(queue, subject, at, now))
    .filter(({ delayMs }) => delayMs <= NEAR_MS);
}
