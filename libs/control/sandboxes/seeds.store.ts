import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { removeInBatches } from '#platform/database/batch-removal.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { seedLock, SEEDED_TABLES } from '#engine/writes/seeded-ids.js';
import { OWNED_TABLES } from './closed-accounts.sweeper.js';

const BATCH_SIZE = 1_000;
const NEVER = new AbortController().signal;

/** Which sandbox has a seed for its ids, and the rows that have the ids already. */
@Injectable()
export class SeedsStore {
  constructor(private readonly database: Database) {}

  /** Throws `bad_request` if another sandbox makes its ids from the seed. */
  async assertUnused(seed: string, name: string): Promise<void> {
    const other = await this.database.sandbox.findFirst({
      where: { account: { idSeed: seed }, name: { not: name } },
      select: { name: true },
    });
    if (other)
      fail(
        'bad_request',
        `id_seed ${seed} makes the IDs of the sandbox ${other.name}; send another one, delete that sandbox, or start a Tollgate for each test run`,
      );
  }

  /**
   * Throws `bad_request` if the sandbox cannot get the seed: another one has it, or the sandbox has objects, whose
   * ids would not fit in with new ones. `isEmptied`: they are removed next.
   */
  async assertPossible(
    seed: string | null,
    name: string,
    { id, isEmptied }: { readonly id: string; readonly isEmptied: boolean },
  ): Promise<void> {
    const present = await this.database.account.findFirst({ where: { id }, select: { idSeed: true } });
    if (present?.idSeed === seed) return;
    if (seed !== null) await this.assertUnused(seed, name);
    if (!isEmptied && (await this.hasObjects([id])))
      fail(
        'bad_request',
        `the sandbox ${name} has objects; reset it before you change its id_seed, or send if_exists=reset`,
      );
  }

  /**
   * Removes the rows that earlier epochs and sandboxes with this seed have left, so that the ids begin with the
   * first again. Waits for calls that still make ids from it.
   */
  async free(seed: string): Promise<void> {
    const closed = await this.database.account.findMany({
      where: { idSeed: seed, closedAt: { not: null } },
      select: { id: true },
    });
    if (closed.length === 0) return;
    await this.database.query(seedLock(seed));
    const ids = closed.map(({ id }) => id);
    const tables = OWNED_TABLES.map((table) => Prisma.raw(table));
    const where = Prisma.sql`account_id = ANY(${ids}::text[])`;
    // Rows that another worker is removing are skipped, so they are looked for again.
    do
      await removeInBatches(
        this.database,
        { tables, where, batchSize: BATCH_SIZE, maxBatches: Number.MAX_SAFE_INTEGER },
        NEVER,
      );
    while (await this.hasObjects(ids));
  }

  private async hasObjects(accountIds: readonly string[]): Promise<boolean> {
    const found = SEEDED_TABLES.map(
      (table) =>
        Prisma.sql`EXISTS (SELECT FROM ${Prisma.raw(table)} WHERE account_id = ANY(${[...accountIds]}::text[]))`,
    );
    const [row] = await this.database.query<{ has: boolean }>(
      Prisma.sql`SELECT ${Prisma.join(found, ' OR ')} AS has`,
    );
    return row?.has === true;
  }
}
