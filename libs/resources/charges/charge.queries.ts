import { DEFAULT_LIMIT } from '#kernel/list.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Database } from '#platform/database/database.js';
import { readWhere, type Relation } from '#engine/resources/resource.js';
import { one, rowsWith } from '#engine/resources/rows-of.js';
import { toCard } from '../cards/card.row.js';
import { DISPUTE } from '../disputes/dispute.resource.js';
import type { Dispute } from '../disputes/rules/dispute.js';
import { REFUND } from '../refunds/refund.resource.js';
import type { Refund } from '../refunds/rules/refund.js';
import { toSource } from '../sources/source.row.js';
import { toCharge, type LoadedCharge } from './charge.row.js';

const ROWS = rowsWith(
  'Charge',
  {
    source: one('Source', 'source.id = charge.source_id', toSource),
    card: one('Card', 'card.id = charge.card_id', toCard),
  },
  (charge, parts) => ({ charge: toCharge(charge), ...parts }),
  ({ charge }) => charge,
);

/** Queries refunds and disputes only for charges that have any, which few do. */
export async function readCharges(database: Database, relation: Relation): Promise<LoadedCharge[]> {
  const found = await ROWS.read(database, relation);
  const charges = found.map(({ charge }) => charge);
  const [refunds, disputes] = await Promise.all([
    queryRefunds(database, charges),
    queryDisputes(database, charges),
  ]);
  return found.map(({ charge, source, card }) => ({
    charge,
    source,
    card,
    // Excludes a refund that was added between the queries.
    refunds: refunds.get(charge.id)?.slice(0, charge.refundCount) ?? [],
    dispute: disputes.get(charge.disputeId ?? '') ?? null,
  }));
}

/** The first refunds of each charge, oldest first. */
async function queryRefunds(
  database: Database,
  charges: readonly { readonly id: string; readonly refundCount: number }[],
): Promise<Map<string, Refund[]>> {
  const refunded = charges.filter(({ refundCount }) => refundCount > 0);
  if (refunded.length === 0) return new Map();
  const found = await REFUND.rows.read(database, {
    rows: Prisma.sql`SELECT refund.* FROM unnest(${refunded.map(({ id }) => id)}::text[]) AS refunded(id) CROSS JOIN LATERAL (
      SELECT * FROM refund WHERE charge_id = refunded.id ORDER BY created_at, id LIMIT ${DEFAULT_LIMIT}) refund`,
    order: Prisma.sql`ORDER BY refund.created_at, refund.id`,
  });
  const refunds = new Map(refunded.map(({ id }) => [id, [] as Refund[]]));
  for (const refund of found) refunds.get(refund.chargeId)?.push(refund);
  return refunds;
}

/** The latest dispute of each charge, by its id. */
async function queryDisputes(
  database: Database,
  charges: readonly { readonly disputeId: string | null }[],
): Promise<Map<string, Dispute>> {
  const ids = charges.flatMap(({ disputeId }) => disputeId ?? []);
  if (ids.length === 0) return new Map();
  const found = await readWhere(DISPUTE, database, Prisma.sql`dispute.id = ANY(${ids}::text[])`);
  return new Map(found.map((dispute) => [dispute.id, dispute]));
}
