import { setTimeout as delay } from 'node:timers/promises';

/** Waits for `work`, but no longer than `limitMs`: what has not ended by then is left to itself. */
export async function atMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  const enough = new AbortController();
  const limit = delay(limitMs, undefined, { signal: enough.signal }).catch(() => undefined);
  await Promise.race([work, limit]).finally(() => enough.abort());
}
