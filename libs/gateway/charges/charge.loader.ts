import type { Dispute } from '#domain/disputes/dispute.js';
import type { Refund } from '#domain/refunds/refund.js';
import { DEFAULT_LIMIT } from '#domain/list.js';
import type { Database } from '#platform/database/database.js';
import type { Prisma } from '#platform/database/generated/client.js';
import { DISPUTE_PARTS, toDispute } from '../disputes/dispute.row.js';
import { toRefund } from '../refunds/refund.row.js';
import { toLoadedCharge, type LoadedCharge } from './charge.row.js';

const PARTS = { source: true, card: true } satisfies Prisma.ChargeInclude;

/** The charge that `where` describes, with all that its view embeds, if there is one. */
export async function loadCharge(database: Database, where: Prisma.ChargeWhereInput): Promise<LoadedCharge | undefined> {
  const [charge] = await loadCharges(database, { where, take: 1 });
  return charge;
}

/** Charges with all that their views embed. Few have refunds or a dispute, and only for those are there further queries. */
export async function loadCharges(
  database: Database,
  args: Pick<Prisma.ChargeFindManyArgs, 'where' | 'orderBy' | 'skip' | 'take'>,
): Promise<LoadedCharge[]> {
  const stored = await database.charge.findMany({ ...args, include: PARTS });
  const [refunds, disputes] = await Promise.all([loadRefunds(database, stored), loadDisputes(database, stored)]);
  return stored.map((row) =>
    toLoadedCharge(row, {
      // A refund that came between the queries is in neither of their results.
      refunds: refunds.get(row.id)?.slice(0, row.refundCount) ?? [],
      dispute: disputes.get(row.disputeId ?? '') ?? null,
    }),
  );
}

/** The first refunds of each charge, oldest first. */
async function loadRefunds(
  database: Database,
  charges: readonly { readonly id: string; readonly refundCount: number }[],
): Promise<Map<string, Refund[]>> {
  const refunded = charges.filter(({ refundCount }) => refundCount > 0);
  if (refunded.length === 0) return new Map();
  const found = await database.charge.findMany({
    where: { id: { in: refunded.map(({ id }) => id) } },
    select: { id: true, refunds: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: DEFAULT_LIMIT } },
  });
  return new Map(found.map(({ id, refunds }) => [id, refunds.map(toRefund)]));
}

/** The latest dispute of each charge, by its id. */
async function loadDisputes(database: Database, charges: readonly { readonly disputeId: string | null }[]): Promise<Map<string, Dispute>> {
  const ids = charges.flatMap(({ disputeId }) => disputeId ?? []);
  if (ids.length === 0) return new Map();
  const found = await database.dispute.findMany({ where: { id: { in: ids } }, include: DISPUTE_PARTS });
  return new Map(found.map((stored) => [stored.id, toDispute(stored)]));
}
