import { fail } from '#domain/errors.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { LongTransaction } from '#platform/database/long-transactions.js';
import { saveName } from './row-copies.js';

/** Columns that name a row of these tables, in the same mode. */
const REFERENCES: readonly (readonly [table: string, column: string, ...to: readonly string[]])[] = [
  ['customer', 'default_card_id', 'card'],
  ['linked_account', 'customer_id', 'customer'],
  ['card', 'customer_id', 'customer'],
  ['charge', 'source_id', 'source'],
  ['charge', 'card_id', 'card'],
  ['charge', 'linked_account_id', 'linked_account'],
  ['charge', 'customer_id', 'customer'],
  ['charge', 'transaction_id', 'transaction'],
  ['charge', 'dispute_id', 'dispute'],
  ['token', 'card_id', 'card'],
  ['token', 'charge_id', 'charge'],
  ['transaction', 'origin', 'charge', 'refund', 'dispute'],
  ['refund', 'charge_id', 'charge'],
  ['refund', 'transaction_id', 'transaction'],
  ['dispute', 'charge_id', 'charge'],
  ['dispute', 'started_transaction_id', 'transaction'],
  ['dispute', 'won_transaction_id', 'transaction'],
  ['dispute_document', 'dispute_id', 'dispute'],
  ['event', 'object_id', 'charge', 'customer', 'card', 'dispute', 'refund'],
  ['webhook_delivery', 'event_id', 'event'],
];

/** Columns that no two rows have alike. */
const UNIQUE: readonly (readonly [table: string, column: string])[] = [
  ['charge', 'source_id'],
  ['charge', 'payment_id'],
  ['token', 'card_id'],
  ['token', 'charge_id'],
  ['dispute', 'started_transaction_id'],
  ['dispute', 'won_transaction_id'],
  ['fault', 'name'],
];

/** What rows must be together: which rows are wrong, and what is said of them. */
const TOGETHER: readonly { readonly table: string; readonly isWrong: Prisma.Sql; readonly problem: string }[] = [
  {
    table: 'charge',
    isWrong: Prisma.sql`(refunded_amount, refund_count) IS DISTINCT FROM (
      SELECT (coalesce(sum(refund.amount), 0)::bigint, count(*)::int) FROM own_refund refund WHERE refund.charge_id = one.id)`,
    problem: 'refunded_amount and refund_count must be those of its refunds',
  },
  {
    table: 'webhook_attempt',
    isWrong: Prisma.sql`NOT EXISTS (SELECT FROM own_delivery delivery WHERE delivery.id = one.delivery_id AND one.number <= delivery.attempt_count)`,
    problem: 'delivery_id must be that of a delivery in the file with so many attempts',
  },
  {
    table: 'transaction',
    isWrong: Prisma.sql`NOT EXISTS (SELECT FROM own_entry entry WHERE entry.posting_id = one.id AND ledger = 'merchant' AND entry.currency = one.currency
      AND entry.amount = CASE direction WHEN 'credit' THEN one.amount ELSE -one.amount END) AND one.amount <> 0`,
    problem: 'its amount must be what is posted to the merchant',
  },
];

/** Throws `bad_request` for the first row that no sandbox can have together with the others. */
export async function demandConsistent(transaction: LongTransaction, snapshotId: bigint): Promise<void> {
  for (const [table, column, ...to] of REFERENCES) {
    const parents = to.map(
      (parent) => Prisma.sql`
      SELECT FROM ${saveName(parent)} parent WHERE parent.snapshot_id = one.snapshot_id AND parent.id = one.${Prisma.raw(column)}
        AND parent.livemode = one.livemode`,
    );
    const isWrong = Prisma.sql`one.${Prisma.raw(column)} IS NOT NULL AND NOT EXISTS (${Prisma.join(parents, ' UNION ALL ')})`;
    await demandNone(transaction, snapshotId, table, isWrong, `${column} must be that of a row in the file`);
  }
  for (const [table, column] of UNIQUE) {
    const name = Prisma.raw(column);
    const isWrong = Prisma.sql`${name} IN (SELECT ${name} FROM ${saveName(table)} WHERE snapshot_id = ${snapshotId}::bigint GROUP BY ${name} HAVING count(*) > 1)`;
    await demandNone(transaction, snapshotId, table, isWrong, `${column} must not be that of another row`);
  }
  for (const { table, isWrong, problem } of TOGETHER) await demandNone(transaction, snapshotId, table, isWrong, problem);
  await demandNone(
    transaction,
    snapshotId,
    'journal_entry',
    Prisma.sql`posting_id IN (
    SELECT posting_id FROM own_entry GROUP BY posting_id HAVING sum(amount) <> 0)`,
    'the lines of a posting must add up to 0',
  );
}

async function demandNone(
  transaction: LongTransaction,
  snapshotId: bigint,
  table: string,
  isWrong: Prisma.Sql,
  problem: string,
): Promise<void> {
  const own = (name: string): Prisma.Sql => Prisma.sql`SELECT * FROM ${saveName(name)} WHERE snapshot_id = ${snapshotId}::bigint`;
  const [wrong] = await transaction.query<{ row: Readonly<Record<string, unknown>> }>(Prisma.sql`
    WITH own_refund AS (${own('refund')}), own_delivery AS (${own('webhook_delivery')}), own_entry AS (${own('journal_entry')})
    SELECT to_jsonb(one) AS row FROM (${own(table)}) one WHERE ${isWrong} LIMIT 1`);
  if (!wrong) return;
  const { id, posting_id: posting, delivery_id: delivery } = wrong.row;
  fail('bad_request', `the file does not hold together: ${table} ${String(id ?? posting ?? delivery)}: ${problem}`);
}
