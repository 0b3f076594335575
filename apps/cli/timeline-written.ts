import { performance as machine } from 'node:perf_hooks';
import type { TimelineEntry } from './timeline.js';

/** Requests are written down a moment after they are answered: so long is waited for those that caused nothing that is listed. */
const SETTLE_MS = 250;
/** How long a request is waited for that caused something that is listed: it may never come, for the log of requests can be off. */
const CAUSE_MS = 3_000;
/** How long what is committed and cannot be listed yet is waited for. */
export const BEHIND_MS = 10_000;
const PAGE = 100;

/** A page of the timeline, as far as this needs it. */
export interface TimelinePage {
  readonly data: readonly TimelineEntry[];
  /** Where to go on from, also at the end. */
  readonly next: string;
  /** Whether more is committed that cannot be listed yet. */
  readonly behind: boolean;
}

/** Asks for a page; the answer waits so long for an entry. */
export type ReadTimeline = (query: Readonly<Record<string, string>>, waitMs: number) => Promise<TimelinePage>;

// Taken here once: fake timers of a test replace the names, and not what they stood for.
const now = machine.now.bind(machine);

/** Resolves when the timeline tells all that has happened by now, as far as that is to be known; `limitMs` later at the latest. */
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

/** Whether a request is still to be listed: it is written after the events that it caused. */
function lacksCause(entries: readonly TimelineEntry[]): boolean {
  const causes = new Set(entries.filter(({ kind }) => ['request', 'act', 'clock'].includes(kind)).map(({ request_id: id }) => id));
  return entries.some(({ kind, request_id: id }) => kind === 'event' && id !== null && !causes.has(id));
}
