import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** Resolves as soon as the fact holds; throws `complaint` when it does not within `limitMs`. */
export async function until(fact: () => Promise<boolean>, limitMs: number, complaint: () => string): Promise<void> {
  for (const deadline = performance.now() + limitMs; !(await fact()); await delay(POLL_MS)) {
    if (performance.now() > deadline) throw new Error(complaint());
  }
}
