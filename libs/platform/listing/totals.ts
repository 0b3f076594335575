import { LRUCache } from 'lru-cache';
import { endOfSecond, type ListQuery } from '#kernel/list.js';
import { atMost } from '#kernel/lru.js';
import type { Tenant } from '#kernel/scope.js';
import { SingleFlight } from '../contention/single-flight.js';
import type { Prisma } from '../database/generated/client.js';

/** Shorter lists are counted every time. */
export const LONG = 10_000;
/** No request takes longer, so all older rows are committed, and their number can be cached. */
const COMMITTED_AFTER_MS = 60_000;
/** The lifetime of a cached count, and the age after which newer rows are added to it. */
const MAX_AGE_MS = 60_000;
const EXTENDED_AFTER_MS = 5_000;
const MAX_CACHED = 1_000;

/** Prisma's condition for a tenant's rows of a span of time. */
export type CountedRows = Tenant & { readonly createdAt: { readonly gte: Date; readonly lt: Date } };

/** Counts rows that also match `also`, at most `most`. */
export type Count = (where: CountedRows, most?: number, also?: Prisma.Sql) => Promise<number>;

/** The part of a query that selects rows. */
type Span = Pick<ListQuery, 'from' | 'to' | 'now'>;

/** Counts the rows of a time span, at most `most`. */
type CountSpan = (gte: Date, lt: Date, most?: number) => Promise<number>;

/** The number of rows from the start of a list to `until`. */
interface CachedCount {
  readonly until: Date;
  readonly count: number;
  /** Times of the last full count and of the last addition, by the monotonic clock. */
  readonly countedAt: number;
  readonly extendedAt: number;
}

/**
 * Totals of lists whose rows no request deletes. Counting a million rows takes a hundred times as long as
 * reading a page. So the number of older rows of a long list is cached, and only the last minute is counted
 * (docs/decisions/0013-cached-totals.md). Retention may leave a row in a total for a minute.
 */
export class Totals {
  private readonly cache = new LRUCache<string, CachedCount>(atMost(MAX_CACHED));
  private readonly refreshing = new Map<string, Promise<CachedCount>>();
  private readonly counts = new SingleFlight<number>();

  constructor(
    private readonly count: Count,
    private readonly long = LONG,
  ) {}

  /**
   * The number of the tenant's rows that match the query and `also`. With `also`, it may miss changes of the
   * last minute.
   */
  async of({ accountId, livemode }: Tenant, { from, to, now }: Span, also?: Prisma.Sql): Promise<number> {
    const counted = `${accountId} ${livemode} ${also ? JSON.stringify([also.sql, also.values]) : ''}`;
    const countSpan: CountSpan = (gte, lt, most) =>
      this.counts.run(`${counted} ${gte.getTime()} ${lt.getTime()} ${most}`, () =>
        this.count({ accountId, livemode, createdAt: { gte, lt } }, most, also),
      );
    const list = `${counted} ${from.getTime()}`;
    const end = endOfSecond(to);
    if (!this.cache.has(list)) {
      const few = await countSpan(from, end, this.long);
      if (few < this.long) return few;
    }
    const until = new Date(now.getTime() - COMMITTED_AFTER_MS);
    const known = this.cache.get(list);
    if (until <= from || end < until) return countSpan(from, end);
    const older = await this.olderRows(list, known, () => refresh(known, from, until, countSpan));
    // After a clock was set back, the cached count includes rows that are not old yet.
    return older.until <= until ? older.count + (await countSpan(older.until, end)) : countSpan(from, end);
  }

  /** The first caller counts for all concurrent ones. During a refresh, callers get the old count. */
  private async olderRows(
    list: string,
    known: CachedCount | undefined,
    refreshed: () => Promise<CachedCount>,
  ): Promise<CachedCount> {
    if (known && (performance.now() - known.extendedAt < EXTENDED_AFTER_MS || this.refreshing.has(list)))
      return known;
    const refreshing = this.refreshing.get(list) ?? refreshed();
    this.refreshing.set(list, refreshing);
    try {
      const cached = await refreshing;
      this.cache.set(list, cached);
      return cached;
    } finally {
      this.refreshing.delete(list);
    }
  }
}

/** Counts all rows up to `until`, or only those added since a recent count. */
async function refresh(
  known: CachedCount | undefined,
  from: Date,
  until: Date,
  countSpan: CountSpan,
): Promise<CachedCount> {
  const now = performance.now();
  if (known && now - known.countedAt < MAX_AGE_MS && known.until <= until)
    return { ...known, until, count: known.count + (await countSpan(known.until, until)), extendedAt: now };
  return { until, count: await countSpan(from, until), countedAt: now, extendedAt: now };
}
