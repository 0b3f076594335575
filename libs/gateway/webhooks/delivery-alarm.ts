import type { Alarm } from '#platform/jobs/queues.js';

/** Wakes the worker for the attempt after `attemptsMade`. */
export function deliveryAlarm({ id, uri }: { readonly id: string; readonly uri: string }, attemptsMade: number, delayMs: number): Alarm {
  return { queue: 'webhook-delivery', id: `${id}-${attemptsMade + 1}`, subject: id, lane: receiverOf(uri), delayMs };
}

/** The receiver at an address, whatever the path: all that is sent to one shares its queue. */
export function receiverOf(uri: string): string {
  return new URL(uri).origin;
}
