import { Injectable } from '@nestjs/common';
import { PREFIXES, type IdentifiedObject } from '#kernel/ids.js';
import { IdSeed, seededSuffixes } from '#kernel/seeded-ids.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Account } from '../accounts/account.js';
import { withSuffixesOf } from './new-id.js';
import { tableOf } from './rows.js';

/** The class of the locks that let one change at a time make ids from a seed: the same in every process. */
const LOCK_CLASS = 740_081;

/** The kinds whose ids a seed makes, with the columns where their ids are. */
const SEEDED = (Object.keys(PREFIXES) as IdentifiedObject[]).flatMap((object) => {
  if (object === 'account' || object === 'webhook_delivery') return [];
  const [table, column] =
    object === 'transaction' ? ['journal_entry', 'posting_id'] : [tableOf(object), 'id'];
  return table && column ? [{ object, table, column }] : [];
});

/** The tables with seeded ids. */
export const SEEDED_TABLES = SEEDED.map(({ table }) => table);

/** Makes the ids of an account that has a seed: its changes are made one after the other, in all processes. */
@Injectable()
export class SeededIds {
  constructor(private readonly database: Database) {}

  /**
   * Does `work`, which makes and writes new objects. With a seed it is one transaction, and its ids follow the
   * latest in the database (docs/decisions/0028-seeded-ids.md).
   */
  async within<T>({ idSeed }: Account, work: () => Promise<T>): Promise<T> {
    if (idSeed === null) return work();
    return this.database.atomically(async () => {
      await this.database.query(seedLock(idSeed));
      const seed = new IdSeed(idSeed);
      const latest = await this.latest(seed);
      return withSuffixesOf(
        seededSuffixes(seed, (object, livemode) => latest[`${object} ${livemode}`] ?? undefined),
        work,
      );
    });
  }

  /** The latest id of each kind and mode, by the primary keys. */
  private async latest(seed: IdSeed): Promise<Readonly<Record<string, string | null>>> {
    const parts = SEEDED.flatMap(({ object, table, column }) =>
      [false, true].map((livemode) => {
        const { first, end } = seed.range(object, livemode);
        const id = Prisma.raw(column);
        return Prisma.sql`(SELECT max(${id}) FROM ${Prisma.raw(table)} WHERE ${id} >= ${first} AND ${id} < ${end}) AS ${Prisma.raw(`"${object} ${livemode}"`)}`;
      }),
    );
    const [latest] = await this.database.query<Record<string, string | null>>(
      Prisma.sql`SELECT ${Prisma.join(parts)}`,
    );
    return latest ?? {};
  }
}

/** Waits until no other transaction makes ids from the seed, and keeps others from it until this one ends. */
export function seedLock(seed: string): Prisma.Sql {
  return Prisma.sql`SELECT pg_advisory_xact_lock(${LOCK_CLASS}::int, hashtext(${seed}))`;
}
