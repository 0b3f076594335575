import type { Currency } from '#kernel/money.js';
import type { Tenant } from '#kernel/scope.js';
import type { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { LONGEST_DELAY_MS } from '../journal/rules/journal.js';

/** The balance of an account in one mode, in the smallest unit of its currency. */
export interface Balance {
  readonly total: number;
  /** The part that can be transferred now. */
  readonly transferable: number;
}

/**
 * In one currency: the account's, or one that it had before. As JSON numbers these are exact up to 2^53, 90
 * trillion baht (docs/fidelity.md B1).
 */
export async function readBalance(
  database: Database,
  { accountId, livemode, currency }: Tenant & { readonly currency: Currency },
  now: Date,
): Promise<Balance> {
  // The ledger is written out, not passed, so that every plan may use journal_entry_balance_idx. What is not
  // transferable yet is of the last days.
  const [sums] = await database.$queryRaw<{ total: bigint; awaited: bigint }[]>`
    SELECT
      (SELECT coalesce(sum(amount), 0)::bigint FROM journal_entry
        WHERE account_id = ${accountId} AND livemode = ${livemode} AND currency = ${currency} AND ledger = 'merchant') AS total,
      (SELECT coalesce(sum(CASE direction WHEN 'credit' THEN amount ELSE -amount END), 0)::bigint FROM transaction
        WHERE account_id = ${accountId} AND livemode = ${livemode} AND currency = ${currency}
          AND transferable_at > ${now} AND created_at > ${new Date(now.getTime() - LONGEST_DELAY_MS)}) AS awaited`;
  const [total, awaited] = [Number(sums?.total ?? 0), Number(sums?.awaited ?? 0)];
  return { total, transferable: Math.min(total, Math.max(0, total - awaited)) };
}

/** The balance after each of these transactions, in its currency. */
export async function readBalancesAfter(
  database: Database,
  account: { readonly id: string },
  found: readonly { readonly id: string; readonly at: string }[],
): Promise<(id: string) => number | null> {
  if (found.length === 0) return () => null;
  const oldest = new Date(Math.min(...found.map(({ at }) => Date.parse(at))));
  const ids = found.map(({ id }) => id);
  const rows = await database.readJson<{ id: string; balance: number }>(balancesSql(account.id, ids, oldest));
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]));
  return (id) => balances.get(id) ?? null;
}

/** The total of the ledger minus later transactions. */
function balancesSql(accountId: string, ids: readonly string[], oldest: Date): Prisma.Sql {
  return Prisma.sql`
    WITH signed AS (
      SELECT id, livemode, currency, created_at, CASE direction WHEN 'credit' THEN amount ELSE -amount END AS amount FROM transaction
      WHERE account_id = ${accountId} AND livemode = ANY('{false,true}'::bool[]) AND created_at >= ${oldest}),
    later AS (
      SELECT id, livemode, currency, sum(amount) OVER (PARTITION BY livemode, currency ORDER BY created_at DESC, id DESC) - amount AS sum
      FROM signed),
    total AS (
      SELECT livemode, currency, sum(amount) AS sum FROM journal_entry
      WHERE account_id = ${accountId} AND ledger = 'merchant' GROUP BY livemode, currency)
    SELECT id, (total.sum - later.sum)::int8 AS balance FROM later JOIN total USING (livemode, currency) WHERE id = ANY(${[...ids]}::text[])`;
}
