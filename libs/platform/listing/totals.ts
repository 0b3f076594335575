import { LRUCache } from 'lru-cache';
import { endOfSecond, type ListQuery } from '#domain/list.js';
import type { Tenant } from '#domain/scope.js';

/** A shorter list is counted whenever it is asked for. */
const LONG = 10_000;
/** Rows that are older than this are all committed: no request takes so long. */
const SETTLED_AFTER_MS = 60_000;
/** How long a count is relied on. */
const RELIED_ON_MS = 60_000;
const MAX_LISTS = 1_000;

/** Prisma's condition for a tenant's rows of a span of time. */
export type CountedRows = Tenant & { readonly createdAt: { readonly gte: Date; readonly lt: Date } };

/** How many rows there are from the beginning of a list until a moment after which nobody adds any before it. */
interface Settled {
  readonly until: Date;
  readonly count: number;
  readonly countedAt: number;
}

/**
 * Totals of lists whose rows are never deleted. To count a million rows takes longer than to read a page of them, so of long lists the
 * number of older rows is remembered, and only the latest are counted (docs/decisions/0013-totals-of-long-lists.md).
 */
export class Totals {
  private readonly settled = new LRUCache<string, Settled>({ max: MAX_LISTS });
  private readonly counting = new Set<string>();

  constructor(
    private readonly count: (where: CountedRows) => Promise<number>,
    private readonly isLong: (count: number) => boolean = (count) => count >= LONG,
  ) {}

  /** How many of the tenant's rows the query matches. */
  async of({ accountId, livemode }: Tenant, { from, to, now }: ListQuery): Promise<number> {
    const countSpan = (gte: Date, lt: Date): Promise<number> => this.count({ accountId, livemode, createdAt: { gte, lt } });
    const list = `${accountId} ${livemode} ${from.getTime()}`;
    const end = endOfSecond(to);
    const known = this.settled.get(list);
    const isUsable = known !== undefined && known.until <= end;
    if (!isUsable) {
      const total = await countSpan(from, end);
      if (known === undefined && this.isLong(total)) await this.remember(list, from, now, countSpan);
      return total;
    }
    const isOld = performance.now() - known.countedAt > RELIED_ON_MS;
    const { until, count } = (isOld && (await this.remember(list, from, now, countSpan))) || known;
    return count + (await countSpan(until, end));
  }

  /** Whoever comes while somebody counts anew makes do with what was known. */
  private async remember(
    list: string,
    from: Date,
    now: Date,
    countSpan: (gte: Date, lt: Date) => Promise<number>,
  ): Promise<Settled | undefined> {
    const until = new Date(now.getTime() - SETTLED_AFTER_MS);
    if (until <= from || this.counting.has(list)) return undefined;
    this.counting.add(list);
    try {
      const settled = { until, count: await countSpan(from, until), countedAt: performance.now() };
      this.settled.set(list, settled);
      return settled;
    } finally {
      this.counting.delete(list);
    }
  }
}
