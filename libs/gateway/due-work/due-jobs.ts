import { NEAR_MS, type NewJob } from '#platform/jobs/job.js';

/** A job for the row `subject` at an instant; `now` is on the same clock as `at`. */
export function dueJob(queue: string, subject: string, at: Date, now: Date): NewJob {
  return { queue, id: `${subject}-${at.getTime()}`, subject, delayMs: at.getTime() - now.getTime() };
}

/** The jobs of those instants that are near. The worker adds the others when their time comes: most charges are paid long before they expire. */
export function nearJobs(queue: string, subject: string, instants: readonly (Date | null | undefined)[], now: Date): NewJob[] {
  return instants
    .filter((at) => at !== null && at !== undefined)
    .map((at) => dueJob(queue, subject, at, now))
    .filter(({ delayMs }) => delayMs <= NEAR_MS);
}
