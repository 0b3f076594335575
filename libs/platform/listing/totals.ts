import { LRUCache } from 'lru-cache';
import { endOfSecond, type ListQuery } from '#domain/list.js';
import type { Tenant } from '#domain/scope.js';
import { SharedAnswers } from '../contention/shared-answers.js';

/** A shorter list is counted whenever it is asked for. */
const LONG = 10_000;
/** Rows that are older than this are all committed: no request takes so long. */
const SETTLED_AFTER_MS = 60_000;
/** How long a count is relied on, and after how long it is led on to what has become old meanwhile. */
const RELIED_ON_MS = 60_000;
const LED_ON_AFTER_MS = 5_000;
const MAX_LISTS = 1_000;

/** Prisma's condition for a tenant's rows of a span of time. */
export type CountedRows = Tenant & { readonly createdAt: { readonly gte: Date; readonly lt: Date } };

/** Counts rows, at most `most` of them. */
type Count = (where: CountedRows, most?: number) => Promise<number>;

/** Counts the rows of a span of the list, at most `most` of them. */
type CountSpan = (gte: Date, lt: Date, most?: number) => Promise<number>;

/** How many rows there are from the beginning of a list until a moment after which nobody adds any before it. */
interface Settled {
  readonly until: Date;
  readonly count: number;
  /** When all of it was counted, and when it was led on to `until`. */
  readonly countedAt: number;
  readonly ledOnAt: number;
}

/**
 * Totals of lists whose rows are never deleted. To count a million rows takes longer than to read a page of them, so of long lists the
 * number of older rows is remembered, and only the latest are counted (docs/decisions/0013-totals-of-long-lists.md).
 */
export class Totals {
  private readonly settled = new LRUCache<string, Settled>({ max: MAX_LISTS });
  private readonly counting = new Map<string, Promise<Settled>>();
  private readonly counts = new SharedAnswers<number>();

  constructor(
    private readonly count: Count,
    private readonly long = LONG,
  ) {}

  /** How many of the tenant's rows the query matches. */
  async of({ accountId, livemode }: Tenant, { from, to, now }: ListQuery): Promise<number> {
    const countSpan: CountSpan = (gte, lt, most) =>
      this.counts.to(`${accountId} ${livemode} ${gte.getTime()} ${lt.getTime()} ${most}`, () =>
        this.count({ accountId, livemode, createdAt: { gte, lt } }, most),
      );
    const list = `${accountId} ${livemode} ${from.getTime()}`;
    const end = endOfSecond(to);
    if (!this.settled.has(list)) {
      const few = await countSpan(from, end, this.long);
      if (few < this.long) return few;
    }
    const until = new Date(now.getTime() - SETTLED_AFTER_MS);
    const known = this.settled.get(list);
    if (until <= from || end < until) return countSpan(from, end);
    const settled = await this.settledPart(list, known, () => settle(known, from, until, countSpan));
    // A clock that was set back makes it later than what is settled now.
    return settled.until <= until ? settled.count + (await countSpan(settled.until, end)) : countSpan(from, end);
  }

  /** Of those who come while nothing is known, one counts for all; while it is counted or led on, they make do with what was known. */
  private async settledPart(list: string, known: Settled | undefined, settleAnew: () => Promise<Settled>): Promise<Settled> {
    if (known && (performance.now() - known.ledOnAt < LED_ON_AFTER_MS || this.counting.has(list))) return known;
    const counting = this.counting.get(list) ?? settleAnew();
    this.counting.set(list, counting);
    try {
      const settled = await counting;
      this.settled.set(list, settled);
      return settled;
    } finally {
      this.counting.delete(list);
    }
  }
}

/** Counts all up to `until`, or only what has become old since it was counted last. */
async function settle(known: Settled | undefined, from: Date, until: Date, countSpan: CountSpan): Promise<Settled> {
  const now = performance.now();
  if (known && now - known.countedAt < RELIED_ON_MS && known.until <= until)
    return { ...known, until, count: known.count + (await countSpan(known.until, until)), ledOnAt: now };
  return { until, count: await countSpan(from, until), countedAt: now, ledOnAt: now };
}
