import { request } from 'undici';
import { answer } from '../answering.js';
import { BARE_CONCURRENCY, BARE_QUEUE, openBareQueue, type QueuePlace } from './bare-queue.js';

/** What {@link start} is asked. */
export interface BareWork {
  readonly place: QueuePlace;
  readonly receiver: string;
  /** The body of a webhook of Tollgate's. */
  readonly event: string;
}

/** What the receiver gets. */
export interface BarePost {
  /** When the handler began. */
  readonly handledAt: number;
}

answer<BareWork, undefined>(start);

/** A BullMQ worker that only POSTs. */
function start({ place, receiver, event }: BareWork): Promise<undefined> {
  const worker = openBareQueue(place).worker(BARE_QUEUE, {
    handle: async () => {
      const handledAt = performance.timeOrigin + performance.now();
      const headers = { 'Content-Type': 'application/json' };
      const { body } = await request(receiver, { method: 'POST', headers, body: `{"handledAt":${handledAt},"event":${event}}` });
      await body.dump();
    },
    concurrency: BARE_CONCURRENCY,
    onFailed: (error) => console.error(error.message),
  });
  void worker.run();
  return Promise.resolve(undefined);
}
