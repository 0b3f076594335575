import type { NewJob } from '#platform/jobs/job.js';
import { nearJobs } from '#engine/due-work/due-jobs.js';
import type { Transfer } from './rules/transfer.js';

export const TRANSFER_QUEUE = 'transfer';

/** Wakes the worker when the transfer is to be sent, or paid, by itself; `now` is the account's. */
export function jobsOf({ id, dueAt }: Transfer, now: Date): NewJob[] {
  return nearJobs(TRANSFER_QUEUE, id, [dueAt], now);
}
