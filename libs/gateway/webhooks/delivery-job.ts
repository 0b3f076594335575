import type { NewJob } from '#platform/jobs/queues.js';

/** The job for the attempt after `attemptsMade`. */
export function deliveryJob({ id, uri }: { readonly id: string; readonly uri: string }, attemptsMade: number, delayMs: number): NewJob {
  return { queue: 'webhook-delivery', id: `${id}-${attemptsMade + 1}`, subject: id, group: receiverOf(uri), delayMs };
}

/** The receiver at an address, whatever the path: all that is sent to one shares its queue. */
export function receiverOf(uri: string): string {
  return new URL(uri).origin;
}
