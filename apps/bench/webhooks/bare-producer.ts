import { answer } from '../answering.js';
import { BARE_QUEUE, openBareQueue, type QueuePlace } from './bare-queue.js';

const MAX_BATCH = 500;

const queue = openBareQueue(JSON.parse(process.argv[2] ?? '') as QueuePlace).queue(BARE_QUEUE);
let last = 0;

/** Adds so many jobs, and answers when it began to. */
answer<number, number>(async (count) => {
  const at = performance.timeOrigin + performance.now();
  const jobs = Array.from({ length: count }, () => {
    last += 1;
    const opts = { jobId: `job-${last}`, delay: 0, removeOnComplete: true, removeOnFail: true };
    return { name: BARE_QUEUE, data: { subject: String(last) }, opts };
  });
  for (let first = 0; first < count; first += MAX_BATCH) await queue.addAll(jobs.slice(first, first + MAX_BATCH));
  return at;
});
