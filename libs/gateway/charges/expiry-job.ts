import type { Charge } from '#domain/charges/charge.js';
import type { NewJob } from '#platform/jobs/job.js';

export const EXPIRY_QUEUE = 'charge-expiry';

/** Jobs for the instant at which the charge expires, and for that at which it is settled without its customer, if it is; `now` is the account's. */
export function jobsOf({ id, status, expiresAt, settlesAt }: Charge, now: Date): NewJob[] {
  if (status !== 'pending') return [];
  const job = (name: string, at: Date): NewJob => ({
    queue: EXPIRY_QUEUE,
    id: `${name}-${id}`,
    subject: id,
    delayMs: at.getTime() - now.getTime(),
  });
  return [job('expire', expiresAt), ...(settlesAt ? [job('settle', settlesAt)] : [])];
}
