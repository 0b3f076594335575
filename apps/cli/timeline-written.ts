import { performance as machine } from 'node:perf_hooks';
import type { TimelineEntry } from './timeline.js';

/** Requests are written shortly after their response: how long to wait for one without effects. */
const SETTLE_MS = 250;
/** Limit of the wait for the request that caused a listed event. It never comes with the request log off. */
const CAUSE_MS = 3_000;
/** Limit of the wait for committed entries that cannot be listed yet. */
export const BEHIND_MS = 10_000;
const PAGE = 100;

/** A page of the timeline, as far as this needs it. */
export interface TimelinePage {
  readonly data: readonly TimelineEntry[];
  /** The cursor after this page, also on the last one. */
  readonly next: string;
  /** True while committed entries cannot be listed yet. */
  readonly behind: boolean;
}

/** Reads a page; the server waits up to `waitMs` for an entry. */
export type ReadTimeline = (query: Readonly<Record<string, string>>, waitMs: number) => Promise<TimelinePage>;

// Bound once: fake timers of a test replace the global.
const now = machine.now.bind(machine);

/**
 * Resolves when the timeline lists every committed entry and the requests that caused it, or after
 * `limitMs`.
 */
export async function untilWritten(read: ReadTimeline, limitMs = BEHIND_MS): Promise<void> {
  const begin = now();
  const isWithin = (ms: number): boolean => now() - begin < Math.min(ms, limitMs);
  let page = await read({ before: 'end', limit: String(PAGE) }, 0);
  const seen = [...page.data];
  do {
    page = await read({ after: page.next, limit: String(PAGE) }, SETTLE_MS);
    seen.push(...page.data);
  } while (
    (page.data.length > 0 && isWithin(SETTLE_MS)) ||
    (lacksCause(seen) && isWithin(CAUSE_MS)) ||
    (page.behind && isWithin(BEHIND_MS))
  );
}

/** True while the request that set off an entry is missing: it is written after that. */
function lacksCause(entries: readonly TimelineEntry[]): boolean {
  const ids = new Set(entries.map(({ id }) => id));
  return entries.some(({ trigger }) => trigger?.startsWith('req_') === true && !ids.has(trigger));
}
