import type { Transfer } from '#domain/transfers/transfer.js';
import type { NewJob } from '#platform/jobs/job.js';

export const TRANSFER_QUEUE = 'transfer';

/** Wakes the worker when the transfer is to be sent, or paid, by itself; `now` is the account's. */
export function jobsOf({ id, state, dueAt }: Transfer, now: Date): NewJob[] {
  if (dueAt === null) return [];
  return [{ queue: TRANSFER_QUEUE, id: `${state}-${dueAt.getTime()}-${id}`, subject: id, delayMs: dueAt.getTime() - now.getTime() }];
}
