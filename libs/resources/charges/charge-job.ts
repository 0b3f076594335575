import type { NewJob } from '#platform/jobs/job.js';
import { nearJobs } from '#engine/due-work/due-jobs.js';
import type { Charge } from './rules/charge.js';

/** Expiries, settlements and ends of authorizations. Metrics and logs show this name. */
export const CHARGE_QUEUE = 'charge-expiry';

/**
 * Jobs at the expiry and at `settlesAt` of a pending charge, if these are near. `now` is the account's time.
 */
export function jobsOf({ id, status, expiresAt, settlesAt }: Charge, now: Date): NewJob[] {
  return status === 'pending' ? nearJobs(CHARGE_QUEUE, id, [expiresAt, settlesAt], now) : [];
}
