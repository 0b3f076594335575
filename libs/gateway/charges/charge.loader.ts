import type { Refund } from '#domain/refunds/refund.js';
import { DEFAULT_LIMIT } from '#domain/list.js';
import type { Database } from '#platform/database/database.js';
import type { Prisma } from '#platform/database/generated/client.js';
import { toRefund } from '../refunds/refund.row.js';
import { toLoadedCharge, type LoadedCharge } from './charge.row.js';

const PARTS = { source: true, card: true } satisfies Prisma.ChargeInclude;

/** The charge that `where` describes, with all that its view embeds, if there is one. */
export async function loadCharge(database: Database, where: Prisma.ChargeWhereInput): Promise<LoadedCharge | undefined> {
  const [charge] = await loadCharges(database, { where, take: 1 });
  return charge;
}

/** Charges with all that their views embed. Few have refunds, and only for those is there a second query. */
export async function loadCharges(
  database: Database,
  args: Pick<Prisma.ChargeFindManyArgs, 'where' | 'orderBy' | 'skip' | 'take'>,
): Promise<LoadedCharge[]> {
  const stored = await database.charge.findMany({ ...args, include: PARTS });
  const refunded = stored.filter(({ refundCount }) => refundCount > 0);
  const refunds = refunded.length > 0 ? await loadRefunds(database, refunded) : new Map<string, Refund[]>();
  // A refund that came between the two queries is in neither of their results.
  return stored.map((row) => toLoadedCharge(row, refunds.get(row.id)?.slice(0, row.refundCount) ?? []));
}

/** The first refunds of each charge, oldest first. */
async function loadRefunds(database: Database, charges: readonly { readonly id: string }[]): Promise<Map<string, Refund[]>> {
  const found = await database.charge.findMany({
    where: { id: { in: charges.map(({ id }) => id) } },
    select: { id: true, refunds: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: DEFAULT_LIMIT } },
  });
  return new Map(found.map(({ id, refunds }) => [id, refunds.map(toRefund)]));
}
