import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { TimedWork, type DoneItem, type TimedItem } from '../timed-work/timed-work.js';

/** An item, and the {@link TimedWork} that does it. */
export interface PlannedItem extends TimedItem {
  readonly work: TimedWork;
}

interface PlannedRow {
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly at: Date;
  readonly kind: string;
  readonly object_id: string;
  readonly is_under_way: boolean;
  readonly place: number;
}

/** The pending items of an account, of every {@link TimedWork}, in one order: by instant, then by the work's rank, then by id. */
@Injectable()
export class DueWork implements OnModuleInit {
  private works: readonly TimedWork[] = [];

  constructor(
    private readonly database: Database,
    private readonly discovery: DiscoveryService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.works = this.discovery
      .getProviders()
      .map((provider) => provider.instance as unknown)
      .filter((instance) => instance instanceof TimedWork)
      .sort((a, b) => a.rank - b.rank);
  }

  /** The first pending items, overdue ones included; with `onlyState`, only those whose work changes state. */
  async next(accountId: string, limit: number, { onlyState = false } = {}): Promise<PlannedItem[]> {
    const now = this.clock.machineNow();
    const parts = this.works.flatMap((work, place) => {
      if (onlyState && !work.changesState) return [];
      return [
        Prisma.sql`(SELECT id, account_id, livemode, at, kind, object_id, is_under_way, ${place}::int AS place
          FROM (${work.pending(now)}) pending ORDER BY at, id LIMIT ${limit})`,
      ];
    });
    const rows = await this.database.query<PlannedRow>(Prisma.sql`
      SELECT planned.* FROM account CROSS JOIN LATERAL (${Prisma.join(parts, ' UNION ALL ')}) planned
      WHERE account.id = ${accountId} AND account.closed_at IS NULL ORDER BY at, place, id LIMIT ${limit}`);
    return rows.map(({ account_id: accountId, object_id: objectId, is_under_way: isUnderWay, place, ...item }) => ({
      ...item,
      accountId,
      objectId,
      isUnderWay,
      work: this.works[place] as TimedWork,
    }));
  }

  /** The finished items of every kind, by any process: see {@link TimedWork.doneSince}. */
  async doneSince(accountId: string, snapshot: string): Promise<DoneItem[]> {
    return (await Promise.all(this.works.map((work) => work.doneSince(accountId, snapshot)))).flat();
  }
}
