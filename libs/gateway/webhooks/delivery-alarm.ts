import type { Alarm } from '#platform/jobs/queues.js';

/** Wakes the worker for the attempt after `attemptsMade`. */
export function deliveryAlarm(deliveryId: string, attemptsMade: number, delayMs: number): Alarm {
  return { queue: 'webhook-delivery', id: `${deliveryId}-${attemptsMade + 1}`, subject: deliveryId, delayMs };
}
