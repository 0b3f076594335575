import autocannon from 'autocannon';
import { answer } from '../answering.js';
import { percentile } from '../statistics.js';
import type { LoadPlan, LoadResult } from './plan.js';

/** autocannon looks this often whether it is done. */
const LOOK_MS = 20;
/** An answer that takes longer is a failure. */
const PATIENCE_S = 90;

answer(run);

/** Loads a server, and times every answer itself: from the first request to the last answer, not to when autocannon next looks. */
function run(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    const startedAt = performance.now();
    let lastAt = startedAt;
    const instance = autocannon(optionsOf(plan), (error: unknown, result) => {
      if (error) return reject(error instanceof Error ? error : new Error(JSON.stringify(error)));
      const problem = problemOf(result, times.length);
      const seconds = (lastAt - startedAt) / 1_000;
      if (times.length === 0) return resolve({ count: 0, perSecond: 0, p50Ms: 0, p99Ms: 0, problem });
      const [p50Ms, p99Ms] = [percentile(times, 50), percentile(times, 99)];
      resolve({ count: times.length, perSecond: times.length / seconds, p50Ms, p99Ms, problem });
    });
    instance.on('response', (_client, _status, _bytes, ms) => {
      lastAt = performance.now();
      times.push(ms);
    });
  });
}

function optionsOf({ urls, connections, authorization, requests, until }: LoadPlan): autocannon.Options {
  // Nothing of a request's is built while the clock runs unless each is another one.
  const queue = requests.values();
  const next = (): autocannon.Request => toRequest(queue.next().value ?? { method: 'GET', path: '/more-requests-than-planned' });
  return {
    url: [...urls] as unknown as string,
    connections,
    timeout: PATIENCE_S,
    headers: { Authorization: authorization, 'Content-Type': 'application/x-www-form-urlencoded' },
    ...{ sampleInt: LOOK_MS },
    ...(until === 'each is sent'
      ? { amount: requests.length, requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }] }
      : { duration: until.seconds, requests: requests.map(toRequest) }),
  };
}

function toRequest({ method, path, body }: LoadPlan['requests'][number]): autocannon.Request {
  return { method, path, ...(body === undefined ? {} : { body }) };
}

/** A failure is anything but a 2xx. */
function problemOf({ errors, timeouts, non2xx, statusCodeStats }: autocannon.Result, answers: number): string | null {
  if (answers === 0) return 'nothing was answered';
  if (errors + timeouts + non2xx === 0) return null;
  return `${errors} errors, ${timeouts} of them timeouts, and ${non2xx} answers other than 2xx: ${JSON.stringify(statusCodeStats)}`;
}
