import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;
/** Far longer than anything takes, also on a slow machine that is busy. */
const LIMIT_MS = 120_000;

/** Resolves as soon as the fact holds; throws `complaint` when it does not within `limitMs`. */
export async function until(
  fact: () => boolean | Promise<boolean>,
  complaint: string | (() => string | Promise<string>),
  limitMs = LIMIT_MS,
): Promise<void> {
  for (const deadline = performance.now() + limitMs; !(await fact()); await delay(POLL_MS)) {
    if (performance.now() > deadline)
      throw new Error(typeof complaint === 'string' ? complaint : await complaint());
  }
}

/** The result of `promise`. Throws `complaint` when it is not settled within `limitMs`. */
export async function within<T>(
  promise: Promise<T>,
  complaint: string | (() => string),
  limitMs = LIMIT_MS,
): Promise<T> {
  const over = new AbortController();
  const limit = delay(limitMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(typeof complaint === 'string' ? complaint : complaint());
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    over.abort();
    await limit.catch(() => undefined);
  }
}
