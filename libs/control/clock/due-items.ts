import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { DueWork, type DoneItem, type DueItem } from '#engine/due-work/due-work.js';

interface DueRow {
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly at: Date;
  readonly kind: string;
  readonly object_id: string;
  readonly is_under_way: boolean;
  readonly place: number;
}

/**
 * The pending items of an account, of every {@link DueWork}, in one order: by instant, then by the work's
 * rank, then by id.
 */
@Injectable()
export class DueItems implements OnModuleInit {
  private works: readonly DueWork[] = [];

  constructor(
    private readonly database: Database,
    private readonly discovery: DiscoveryService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.works = this.discovery
      .getProviders()
      .map((provider) => provider.instance as unknown)
      .filter((instance) => instance instanceof DueWork)
      .sort((a, b) => a.rank - b.rank);
  }

  /**
   * The first pending items, overdue ones included; with `onlyState`, only those whose work changes state;
   * with `object`, those of one object.
   */
  async next(
    accountId: string,
    limit: number,
    { onlyState = false, object }: { onlyState?: boolean; object?: string | undefined } = {},
  ): Promise<DueItem[]> {
    const now = this.clock.machineNow();
    const parts = this.works.flatMap((work, place) => {
      if (onlyState && !work.changesState) return [];
      return [
        Prisma.sql`(SELECT id, account_id, livemode, at, kind, object_id, is_under_way, ${place}::int AS place
          FROM (${work.pending(now)}) pending WHERE ${isOf(object)} ORDER BY at, id LIMIT ${limit})`,
      ];
    });
    const rows = await this.database.query<DueRow>(Prisma.sql`
      SELECT planned.* FROM account CROSS JOIN LATERAL (${Prisma.join(parts, ' UNION ALL ')}) planned
      WHERE account.id = ${accountId} AND account.closed_at IS NULL ORDER BY at, place, id LIMIT ${limit}`);
    return rows.map(
      ({ account_id: accountId, object_id: objectId, is_under_way: isUnderWay, place, ...item }) => ({
        ...item,
        accountId,
        objectId,
        isUnderWay,
        work: this.works[place] as DueWork,
      }),
    );
  }

  /** The finished items of every {@link DueWork}: see {@link DueWork.doneSince}. */
  async doneSince(accountId: string, snapshot: string): Promise<DoneItem[]> {
    return (
      await Promise.all(this.works.map(async (work) => (await work.doneSince?.(accountId, snapshot)) ?? []))
    ).flat();
  }
}

/** A condition for the items of an object, and for the webhooks of a charge's refunds and disputes. */
function isOf(object: string | undefined): Prisma.Sql {
  if (object === undefined) return Prisma.sql`true`;
  return Prisma.sql`object_id = ANY(array(
    SELECT ${object} UNION ALL SELECT id FROM refund WHERE charge_id = ${object} UNION ALL SELECT id FROM dispute WHERE charge_id = ${object}))`;
}
