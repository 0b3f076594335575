import { MAX_FAULTS } from '#domain/faults/fault-terms.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { LongTransaction } from '#platform/database/long-transactions.js';
import { saveName } from './row-copies.js';
import { SAVED_TABLES } from './saved-tables.js';

/** Columns that name a row of these tables, in the same mode. */
const REFERENCES: readonly (readonly [table: string, column: string, ...to: readonly string[]])[] = [
  ['customer', 'default_card_id', 'card'],
  ['linked_account', 'customer_id', 'customer'],
  ['card', 'customer_id', 'customer'],
  ['charge', 'source_id', 'source'],
  ['charge', 'card_id', 'card'],
  ['charge', 'linked_account_id', 'linked_account'],
  ['charge', 'customer_id', 'customer'],
  ['charge', 'schedule_id', 'schedule'],
  ['charge', 'link_id', 'link'],
  ['charge', 'transaction_id', 'transaction'],
  ['charge', 'dispute_id', 'dispute'],
  ['checkout_session', 'charge_id', 'charge'],
  ['token', 'card_id', 'card'],
  ['token', 'charge_id', 'charge'],
  ['transaction', 'origin', 'charge', 'refund', 'dispute', 'transfer'],
  ['refund', 'charge_id', 'charge'],
  ['refund', 'transaction_id', 'transaction'],
  ['dispute', 'charge_id', 'charge'],
  ['dispute', 'started_transaction_id', 'transaction'],
  ['dispute', 'won_transaction_id', 'transaction'],
  ['dispute_document', 'dispute_id', 'dispute'],
  ['transfer', 'recipient_id', 'recipient'],
  ['transfer', 'sent_transaction_id', 'transaction'],
  ['transfer', 'failed_transaction_id', 'transaction'],
  ['transfer', 'schedule_id', 'schedule'],
  ['schedule', 'party_id', 'customer', 'recipient'],
  ['occurrence', 'schedule_id', 'schedule'],
  ['occurrence', 'result_id', 'charge', 'transfer'],
  ['event', 'object_id', 'charge', 'customer', 'card', 'dispute', 'refund', 'recipient', 'transfer', 'schedule', 'link'],
  ['webhook_delivery', 'event_id', 'event'],
];

/** Unique columns. */
const UNIQUE: readonly (readonly [table: string, column: string])[] = [
  ['charge', 'source_id'],
  ['charge', 'payment_id'],
  ['checkout_session', 'charge_id'],
  ['token', 'card_id'],
  ['token', 'charge_id'],
  ['dispute', 'started_transaction_id'],
  ['dispute', 'won_transaction_id'],
  ['transfer', 'sent_transaction_id'],
  ['transfer', 'failed_transaction_id'],
  ['fault', 'name'],
];

/** A condition for wrong rows of a table, and the problem to report. `own_<table>` has the rows of the file; `one` is the row that is checked. */
interface Check {
  readonly table: string;
  readonly isWrong: Prisma.Sql;
  readonly problem: string;
}

const REFERENCE_CHECKS = REFERENCES.map(referenceCheck);
const UNIQUE_CHECKS = UNIQUE.map(uniqueCheck);

/** Invariants between rows. */
const TOGETHER: readonly Check[] = [
  {
    table: 'schedule',
    isWrong: Prisma.sql`kind = 'charge' AND NOT EXISTS (
      SELECT FROM own_card card WHERE (card.id, card.livemode, card.customer_id) = (one.terms ->> 'card', one.livemode, one.party_id))`,
    problem: 'terms: card must be a card of the customer, in the file',
  },
  {
    table: 'occurrence',
    isWrong: Prisma.sql`(schedule_id, scheduled_on) IN (
      SELECT schedule_id, scheduled_on FROM own_occurrence GROUP BY schedule_id, scheduled_on HAVING count(*) > 1)`,
    problem: 'scheduled_on must be unique in its schedule',
  },
  {
    table: 'charge',
    isWrong: Prisma.sql`id IN (
      SELECT charge.id FROM own_charge charge LEFT JOIN (
        SELECT charge_id, sum(amount)::bigint AS amount, count(*)::int AS number FROM own_refund GROUP BY charge_id) refunds ON charge_id = charge.id
      WHERE (refunded_amount, refund_count) IS DISTINCT FROM (coalesce(refunds.amount, 0), coalesce(refunds.number, 0)))`,
    problem: 'refunded_amount and refund_count must match its refunds',
  },
  {
    table: 'charge',
    isWrong: Prisma.sql`NOT EXISTS (
      SELECT FROM own_source source WHERE source.id = one.source_id AND (source.amount, source.currency) = (one.amount, one.currency)) AND source_id IS NOT NULL`,
    problem: 'amount and currency must match its source',
  },
  {
    table: 'recipient',
    isWrong: Prisma.sql`is_default AND (SELECT count(*) FROM own_recipient other WHERE other.is_default AND other.livemode = one.livemode) > 1`,
    problem: 'each mode can have only one default recipient',
  },
  {
    table: 'fault',
    isWrong: Prisma.sql`id IN (
      SELECT id FROM own_fault WHERE expires_at > machine_at AND (times IS NULL OR fired_count < times OR awaited_count > 0)
      ORDER BY id OFFSET ${MAX_FAULTS})`,
    problem: `a sandbox can have at most ${MAX_FAULTS} active faults`,
  },
  {
    table: 'webhook_attempt',
    isWrong: Prisma.sql`NOT EXISTS (SELECT FROM own_webhook_delivery delivery WHERE delivery.id = one.delivery_id AND one.number <= delivery.attempt_count)`,
    problem: 'delivery_id must be the id of a delivery in the file with at least that many attempts',
  },
  {
    table: 'transaction',
    isWrong: Prisma.sql`NOT EXISTS (SELECT FROM own_journal_entry entry WHERE entry.posting_id = one.id AND ledger = 'merchant' AND entry.currency = one.currency
      AND entry.amount = CASE direction WHEN 'credit' THEN one.amount ELSE -one.amount END) AND one.amount <> 0`,
    problem: 'its amount must match its posting to the merchant',
  },
  {
    table: 'journal_entry',
    isWrong: Prisma.sql`posting_id IN (SELECT posting_id FROM own_journal_entry GROUP BY posting_id HAVING sum(amount) <> 0)`,
    problem: 'the lines of a posting must add up to 0',
  },
];

/** A row that is inconsistent with other rows of the file. */
export interface Misfit {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
  readonly problem: string;
}

/** The first inconsistent staged row, if any. */
export async function findMisfit(transaction: LongTransaction, snapshotId: bigint): Promise<Misfit | undefined> {
  // There are no statistics for rows that were just staged. The planner expects few and would choose nested loops over all of them.
  await transaction.execute(Prisma.sql`SET LOCAL enable_nestloop = off`);
  for (const check of [...REFERENCE_CHECKS, ...UNIQUE_CHECKS, ...TOGETHER]) {
    const row = await findWrong(transaction, snapshotId, check);
    if (row) return { table: check.table, row, problem: check.problem };
  }
  return undefined;
}

async function findWrong(transaction: LongTransaction, snapshotId: bigint, { table, isWrong }: Check): Promise<Misfit['row'] | undefined> {
  const own = (name: string): Prisma.Sql => Prisma.sql`SELECT * FROM ${saveName(name)} WHERE snapshot_id = ${snapshotId}::bigint`;
  const views = SAVED_TABLES.map(({ name }) => Prisma.sql`own_${Prisma.raw(name)} AS NOT MATERIALIZED (${own(name)})`);
  const [wrong] = await transaction.query<{ row: Misfit['row'] }>(Prisma.sql`
    WITH ${Prisma.join(views)} SELECT to_jsonb(one) AS row FROM own_${Prisma.raw(table)} one WHERE ${isWrong} LIMIT 1`);
  return wrong?.row;
}

function referenceCheck([table, column, ...to]: (typeof REFERENCES)[number]): Check {
  const name = Prisma.raw(column);
  const parents = to.map(
    (parent) =>
      Prisma.sql`NOT EXISTS (SELECT FROM own_${Prisma.raw(parent)} parent WHERE parent.id = one.${name} AND parent.livemode = one.livemode)`,
  );
  const isWrong = Prisma.sql`one.${name} IS NOT NULL AND ${Prisma.join(parents, ' AND ')}`;
  return { table, isWrong, problem: `${column} must refer to a row in the file` };
}

function uniqueCheck([table, column]: (typeof UNIQUE)[number]): Check {
  const name = Prisma.raw(column);
  const isWrong = Prisma.sql`${name} IN (SELECT ${name} FROM own_${Prisma.raw(table)} GROUP BY ${name} HAVING count(*) > 1)`;
  return { table, isWrong, problem: `${column} must be unique` };
}
