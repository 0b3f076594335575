import autocannon from 'autocannon';
import { answer } from '../answering.js';
import { percentile } from '../statistics.js';
import type { LoadPlan, LoadResult } from './plan.js';

/** autocannon checks this often whether it is done. */
const LOOK_MS = 20;
/** A slower answer is a failure. */
const PATIENCE_S = 90;

answer(run);

/**
 * Times every answer itself, from the first request to the last answer: autocannon only looks at intervals.
 * Throws unless all are 2xx.
 */
function run(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    const startedAt = performance.now();
    let lastAt = startedAt;
    const instance = autocannon(
      optionsOf(plan),
      (error: unknown, { errors, timeouts, non2xx, statusCodeStats }) => {
        if (error) return reject(error instanceof Error ? error : new Error(JSON.stringify(error)));
        if (errors + timeouts + non2xx > 0 || times.length < plan.count)
          return reject(
            new Error(
              `${times.length} answers, ${errors} errors, ${timeouts} timeouts: ${JSON.stringify(statusCodeStats)}`,
            ),
          );
        const [p50Ms, p99Ms] = [percentile(times, 50), percentile(times, 99)];
        resolve({ perSecond: (times.length * 1_000) / (lastAt - startedAt), p50Ms, p99Ms });
      },
    );
    instance.on('response', (_client, _status, _bytes, ms) => {
      lastAt = performance.now();
      times.push(ms);
    });
  });
}

function optionsOf({ url, connections, authorization, requests, count }: LoadPlan): autocannon.Options {
  const queue = requests.values();
  const next = (): autocannon.Request => ({
    ...(queue.next().value ?? { method: 'GET', path: '/more-requests-than-planned' }),
  });
  return {
    url,
    connections,
    amount: count,
    timeout: PATIENCE_S,
    headers: { Authorization: authorization, 'Content-Type': 'application/x-www-form-urlencoded' },
    sampleInt: LOOK_MS,
    // Repeated requests are built once, before the clock runs.
    requests:
      requests.length < count
        ? requests.map((request) => ({ ...request }))
        : [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  };
}
