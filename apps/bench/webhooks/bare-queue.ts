import { openQueueBackend, type QueueBackend } from '#platform/jobs/queue-backend.js';
import { Exposition } from '#platform/metrics/exposition.js';
import { Metrics } from '#platform/metrics/metrics.js';

/** Where BullMQ keeps its jobs: one of the two. */
export interface QueuePlace {
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
}

/** The name of the bare queue, and as many of its jobs at once as Tollgate takes of its own. */
export const BARE_QUEUE = 'webhook-delivery';
export const BARE_CONCURRENCY = 16;

/** BullMQ with the connections that Tollgate gives it, and nothing else of Tollgate. */
export function openBareQueue(place: QueuePlace): QueueBackend {
  return openQueueBackend(place, new Metrics('worker', new Exposition()), 'worker', (error) => console.error(error.message));
}
