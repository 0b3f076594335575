import { Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Account } from '#engine/accounts/account.js';
import { LONGEST_DELAY_MS } from '../journal/rules/journal.js';

/** The balance of an account in one mode, in the smallest unit of its currency. */
export interface Balance {
  readonly total: number;
  /** The part that can be transferred now. */
  readonly transferable: number;
}

@Injectable()
export class BalanceReader {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * In the account's currency, or in one that it had before. As JSON numbers these are exact up to 2^53, 90
   * trillion baht (docs/fidelity.md B1).
   */
  async read(
    { livemode }: Pick<Tenant, 'livemode'>,
    account: Account,
    currency = account.currency,
  ): Promise<Balance> {
    const now = this.clock.now(account);
    // The ledger is written out, not passed, so that every plan may use journal_entry_balance_idx. What is
    // not transferable yet is of the last days.
    const [sums] = await this.database.$queryRaw<{ total: bigint; awaited: bigint }[]>`
      SELECT
        (SELECT coalesce(sum(amount), 0)::bigint FROM journal_entry
          WHERE account_id = ${account.id} AND livemode = ${livemode} AND currency = ${currency} AND ledger = 'merchant') AS total,
        (SELECT coalesce(sum(CASE direction WHEN 'credit' THEN amount ELSE -amount END), 0)::bigint FROM transaction
          WHERE account_id = ${account.id} AND livemode = ${livemode} AND currency = ${currency}
            AND transferable_at > ${now} AND created_at > ${new Date(now.getTime() - LONGEST_DELAY_MS)}) AS awaited`;
    const [total, awaited] = [Number(sums?.total ?? 0), Number(sums?.awaited ?? 0)];
    return { total, transferable: Math.min(total, Math.max(0, total - awaited)) };
  }
}
