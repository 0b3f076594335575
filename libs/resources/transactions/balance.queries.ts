import type { Currency } from '#kernel/money.js';
import type { Tenant } from '#kernel/scope.js';
import type { Reader } from '#platform/database/reader.js';
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
  reader: Reader,
  { accountId, livemode, currency }: Tenant & { readonly currency: Currency },
  now: Date,
): Promise<Balance> {
  // The ledger is written out, not passed, so that every plan may use journal_entry_balance_idx. What is not
  // transferable yet is of the last days.
  const [sums] = await reader.$queryRaw<{ total: bigint; awaited: bigint }[]>`
    SELECT
      (SELECT coalesce(sum(amount), 0)::bigint FROM journal_entry
        WHERE account_id = ${accountId} AND livemode = ${livemode} AND currency = ${currency} AND ledger = 'merchant') AS total,
      (SELECT coalesce(sum(CASE direction WHEN 'credit' THEN amount ELSE -amount END), 0)::bigint FROM transaction
        WHERE account_id = ${accountId} AND livemode = ${livemode} AND currency = ${currency}
          AND transferable_at > ${now} AND created_at > ${new Date(now.getTime() - LONGEST_DELAY_MS)}) AS awaited`;
  const [total, awaited] = [Number(sums?.total ?? 0), Number(sums?.awaited ?? 0)];
  return { total, transferable: Math.min(total, Math.max(0, total - awaited)) };
}
