import { setTimeout as delay } from 'node:timers/promises';

/** Waits for `work`, but no longer than `limitMs`. Work that takes longer goes on in the background. */
export async function waitAtMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  const enough = new AbortController();
  const limit = delay(limitMs, undefined, { signal: enough.signal }).catch(() => undefined);
  await Promise.race([work, limit]).finally(() => enough.abort());
}

/** The result of `work`. Throws `complaint` when it takes longer than `limitMs`. */
export async function withTimeout<T>(limitMs: number, work: Promise<T>, complaint: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(complaint)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
