import type { Charge } from '#domain/charges/charge.js';
import type { NewJob } from '#platform/jobs/job.js';
import { nearJobs } from '../due-work/due-jobs.js';

export const EXPIRY_QUEUE = 'charge-expiry';

/** For the instant at which the charge expires, and for that at which it is settled without its customer, if it is; `now` is the account's. */
export function jobsOf({ id, status, expiresAt, settlesAt }: Charge, now: Date): NewJob[] {
  return status === 'pending' ? nearJobs(EXPIRY_QUEUE, id, [expiresAt, settlesAt], now) : [];
}
