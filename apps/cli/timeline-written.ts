import { performance as machine } from 'node:perf_hooks';
import type { TimelineEntry } from './timeline.js';

/** Requests are written down a moment after they are answered: so long is waited for those that caused nothing that is listed. */
const SETTLE_MS = 250;
/** How long to wait for the request that caused a listed event. It never comes where the request log is off. */
const CAUSE_MS = 3_000;
/** How long to wait for committed entries that cannot be listed yet. */
export const BEHIND_MS = 10_000;
const PAGE = 100;

/** A page of the timeline, as far as this needs it. */
export interface TimelinePage {
  readonly data: readonly TimelineEntry[];
  /** The cursor after this page, also on the last one. */
  readonly next: string;
  /** Whether there are committed entries that cannot be listed yet. */
  readonly behind: boolean;
}

/** Asks for a page; the answer waits so long for an entry. */
export type ReadTimeline = (query: Readonly<Record<string, string>>, waitMs: number) => Promise<TimelinePage>;

// Taken here once: fake timers of a test replace the names, and not what they stood for.
const now = machine.now.bind(machine);

/** Resolves when the timeline lists all that is committed by now and the requests that caused it, or after `limitMs`. */
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

/** Whether the request of an entry is not listed yet: requests are written after the events that they caused. */
function lacksCause(entries: readonly TimelineEntry[]): boolean {
  const causes = new Set(entries.filter(({ kind }) => ['request', 'act', 'clock'].includes(kind)).map(({ request_id: id }) => id));
  return entries.some(({ kind, request_id: id }) => kind === 'event' && id !== null && !causes.has(id));
}
