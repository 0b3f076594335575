import type { Charge } from '#domain/charges/charge.js';
import type { NewJob } from '#platform/jobs/job.js';

export const EXPIRY_QUEUE = 'charge-expiry';

/** Wakes the worker when the charge's time has come; `now` is the account's. */
export function expiryJob(charge: Charge, now: Date): NewJob {
  return { queue: EXPIRY_QUEUE, id: `expire-${charge.id}`, subject: charge.id, delayMs: charge.expiresAt.getTime() - now.getTime() };
}
