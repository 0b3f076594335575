import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/** Resolves as soon as the fact holds; the spec's own time-out ends a wait for one that never does. */
export async function until(fact: () => Promise<boolean>): Promise<void> {
  while (!(await fact())) await delay(POLL_MS);
}
