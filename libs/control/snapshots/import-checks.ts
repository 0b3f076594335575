import { Prisma } from '#platform/database/generated/client.js';
import { CHECKS } from '#platform/database/generated/checks.js';
import { TABLES } from '#platform/database/generated/tables.js';
import type { LongTransaction } from '#platform/database/long-transactions.js';
import { MAX_FAULTS } from '../faults/rules/fault-terms.js';
import { saveName } from './row-copies.js';
import { SAVED_TABLES } from './saved-tables.js';

/**
 * A condition for wrong rows of a table, and the problem to report, or an expression for it. `own_<table>` has
 * the rows of the file; `one` is the row that is checked.
 */
interface Check {
  readonly table: string;
  readonly isWrong: Prisma.Sql;
  readonly problem: string | Prisma.Sql;
}

const NAMES = SAVED_TABLES.map(({ name }) => name);

/** A posting may have no transaction. Attempts, which have no mode, have a check of their own. */
const UNCHECKED: ReadonlySet<string> = new Set(['journal_entry.posting_id', 'webhook_attempt.delivery_id']);
const REFERENCE_CHECKS = SAVED_TABLES.flatMap(({ name, references }) =>
  Object.entries(references)
    .filter(([column]) => !UNCHECKED.has(`${name}.${column}`))
    .map(([column, parents]) => referenceCheck(name, column, parents)),
);
const UNIQUE_CHECKS = SAVED_TABLES.flatMap(({ name }) =>
  TABLES[name].uniques.map((columns) => uniqueCheck(name, columns)),
);

/** Invariants between rows. */
const TOGETHER: readonly Check[] = [
  {
    table: 'schedule',
    isWrong: Prisma.sql`kind = 'charge' AND NOT EXISTS (
      SELECT FROM own_card card WHERE (card.id, card.livemode, card.customer_id) = (one.terms ->> 'card', one.livemode, one.party_id))`,
    problem: 'terms: card must be a card of the customer, in the file',
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
export async function findMisfit(
  transaction: LongTransaction,
  snapshotId: bigint,
): Promise<Misfit | undefined> {
  // There are no statistics for rows that were just staged. The planner expects few and would choose nested
  // loops over all of them.
  await transaction.execute(Prisma.sql`SET LOCAL enable_nestloop = off`);
  for (const check of [
    ...(await rowChecks(transaction)),
    ...REFERENCE_CHECKS,
    ...UNIQUE_CHECKS,
    ...TOGETHER,
  ]) {
    const misfit = await findWrong(transaction, snapshotId, check);
    if (misfit) return misfit;
  }
  return undefined;
}

/** The CHECK constraints of each saved table, as the database has them: tables of staged rows have none. */
async function rowChecks(transaction: LongTransaction): Promise<Check[]> {
  const constraints = await transaction.query<{ table: string; name: string; condition: string }>(Prisma.sql`
    SELECT relname AS table, conname AS name, pg_get_expr(conbin, conrelid) AS condition
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE contype = 'c' AND relnamespace = current_schema()::regnamespace ORDER BY conname`);
  return NAMES.flatMap((table) => {
    const problems = constraints
      .filter((constraint) => constraint.table === table)
      .map(
        ({ name, condition }) => Prisma.sql`WHEN NOT (${Prisma.raw(condition)}) THEN ${CHECKS[name] ?? name}`,
      );
    if (problems.length === 0) return [];
    const problem = Prisma.sql`CASE ${Prisma.join(problems, ' ')} END`;
    return [{ table, isWrong: Prisma.sql`${problem} IS NOT NULL`, problem }];
  });
}

async function findWrong(
  transaction: LongTransaction,
  snapshotId: bigint,
  { table, isWrong, problem }: Check,
): Promise<Misfit | undefined> {
  const own = (name: string): Prisma.Sql =>
    Prisma.sql`SELECT * FROM ${saveName(name)} WHERE snapshot_id = ${snapshotId}::bigint`;
  const views = NAMES.map((name) => Prisma.sql`own_${Prisma.raw(name)} AS NOT MATERIALIZED (${own(name)})`);
  const [wrong] = await transaction.query<Pick<Misfit, 'row' | 'problem'>>(Prisma.sql`
    WITH ${Prisma.join(views)} SELECT to_jsonb(one) AS row, ${problem}::text AS problem FROM own_${Prisma.raw(table)} one WHERE ${isWrong} LIMIT 1`);
  return wrong && { table, ...wrong };
}

function referenceCheck(table: string, column: string, parents: readonly string[]): Check {
  const name = Prisma.raw(column);
  const missing = parents.map(
    (parent) =>
      Prisma.sql`NOT EXISTS (SELECT FROM own_${Prisma.raw(parent)} parent WHERE parent.id = one.${name} AND parent.livemode = one.livemode)`,
  );
  const isWrong = Prisma.sql`one.${name} IS NOT NULL AND ${Prisma.join(missing, ' AND ')}`;
  return { table, isWrong, problem: `${column} must refer to a row in the file` };
}

function uniqueCheck(table: string, columns: readonly string[]): Check {
  const own = columns.filter((column) => column !== 'account_id');
  const names = Prisma.raw(own.join(', '));
  const isWrong = Prisma.sql`(${names}) IN (SELECT ${names} FROM own_${Prisma.raw(table)} GROUP BY ${names} HAVING count(*) > 1)`;
  return { table, isWrong, problem: `${own.join(' and ')} must be unique` };
}
