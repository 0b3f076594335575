import { DEFAULT_LIMIT } from '#kernel/list.js';
import { Prisma } from '#platform/database/generated/client.js';
import { jsonRows, type JsonValues } from '#platform/database/json-rows.js';
import type { Reader } from '#platform/database/reader.js';
import { tenantsRowsSql, type TenantsRows } from '#platform/database/row-loader.js';
import type { PageSql } from '#platform/listing/page-sql.js';
import type { Dispute } from '../disputes/rules/dispute.js';
import type { Refund } from '../refunds/rules/refund.js';
import { DISPUTE_PARTS, toDispute } from '../disputes/dispute.row.js';
import { toRefund } from '../refunds/refund.row.js';
import { toLoadedCharge, type LoadedCharge } from './charge.row.js';

/** Rows as JSON are faster to send and to read than single columns. */
const ROWS = { charge: jsonRows('Charge'), source: jsonRows('Source'), card: jsonRows('Card') };
const PARTS = Prisma.sql`SELECT ${ROWS.charge.sql} AS charge, ${ROWS.source.sql} AS source, ${ROWS.card.sql} AS card`;
/**
 * `OFFSET 0` forces a lookup by id. The planner would scan small tables of sources and cards, and keep that
 * plan as they grow.
 */
const JOINS = Prisma.sql`LEFT JOIN LATERAL (SELECT * FROM source WHERE source.id = charge.source_id OFFSET 0) source ON true
  LEFT JOIN LATERAL (SELECT * FROM card WHERE card.id = charge.card_id OFFSET 0) card ON true`;

interface Parts {
  readonly charge: JsonValues;
  readonly source: JsonValues | null;
  readonly card: JsonValues | null;
}

/** The charge that fulfils the condition, if any. */
export async function queryCharge(reader: Reader, where: Prisma.Sql): Promise<LoadedCharge | undefined> {
  const [charge] = await queryCharges(reader, where);
  return charge;
}

/** All charges that fulfil the condition, in any order. */
export async function queryCharges(reader: Reader, where: Prisma.Sql): Promise<LoadedCharge[]> {
  return read(reader, Prisma.sql`${PARTS} FROM charge ${JOINS} WHERE ${where}`);
}

/** These charges, in any order. */
export async function queryChargesById(
  reader: Reader,
  wanted: readonly TenantsRows[],
): Promise<LoadedCharge[]> {
  return read(reader, Prisma.sql`${PARTS} FROM (${tenantsRowsSql('charge', wanted)}) charge ${JOINS}`);
}

/** One page of a list of charges. The joins read the rows of the page only. */
export async function queryChargePage(
  reader: Reader,
  { where, order, limit }: PageSql,
): Promise<LoadedCharge[]> {
  const page = Prisma.sql`SELECT * FROM charge WHERE ${where} ${order} ${limit}`;
  return read(reader, Prisma.sql`${PARTS} FROM (${page}) charge ${JOINS} ${order}`);
}

/** Queries refunds and disputes only for charges that have any, which few do. */
async function read(reader: Reader, statement: Prisma.Sql): Promise<LoadedCharge[]> {
  const stored = (await reader.readJson<Parts>(statement)).map(({ charge, source, card }) => ({
    charge: ROWS.charge.read(charge),
    source: source && ROWS.source.read(source),
    card: card && ROWS.card.read(card),
  }));
  const charges = stored.map(({ charge }) => charge);
  const [refunds, disputes] = await Promise.all([
    queryRefunds(reader, charges),
    queryDisputes(reader, charges),
  ]);
  return stored.map((row) =>
    toLoadedCharge(row, {
      // Excludes a refund that was added between the queries.
      refunds: refunds.get(row.charge.id)?.slice(0, row.charge.refundCount) ?? [],
      dispute: disputes.get(row.charge.disputeId ?? '') ?? null,
    }),
  );
}

/** The first refunds of each charge, oldest first. */
async function queryRefunds(
  reader: Reader,
  charges: readonly { readonly id: string; readonly refundCount: number }[],
): Promise<Map<string, Refund[]>> {
  const refunded = charges.filter(({ refundCount }) => refundCount > 0);
  if (refunded.length === 0) return new Map();
  const found = await reader.charge.findMany({
    where: { id: { in: refunded.map(({ id }) => id) } },
    select: { id: true, refunds: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: DEFAULT_LIMIT } },
  });
  return new Map(found.map(({ id, refunds }) => [id, refunds.map(toRefund)]));
}

/** The latest dispute of each charge, by its id. */
async function queryDisputes(
  reader: Reader,
  charges: readonly { readonly disputeId: string | null }[],
): Promise<Map<string, Dispute>> {
  const ids = charges.flatMap(({ disputeId }) => disputeId ?? []);
  if (ids.length === 0) return new Map();
  const found = await reader.dispute.findMany({ where: { id: { in: ids } }, include: DISPUTE_PARTS });
  return new Map(found.map((stored) => [stored.id, toDispute(stored)]));
}
