import type { NewJob } from '#platform/jobs/job.js';

export const DELIVERY_QUEUE = 'webhook-delivery';

/** The job for the attempt after `attemptsMade`. */
export function deliveryJob(
  { id, uri }: { readonly id: string; readonly uri: string },
  attemptsMade: number,
  delayMs: number,
): NewJob {
  return {
    queue: DELIVERY_QUEUE,
    id: `${id}-${attemptsMade + 1}`,
    subject: id,
    group: receiverOf(uri),
    delayMs,
  };
}

/** The receiver of an address: its origin, without the path. All deliveries to one receiver share a queue. */
export function receiverOf(uri: string): string {
  return new URL(uri).origin;
}
