import { Injectable } from '@nestjs/common';
import type { Scope } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { readBalance } from './balance.queries.js';
import { balanceView, type BalanceView } from './balance.view.js';

@Injectable()
export class TransactionsService {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
  ) {}

  /** The balance in the account's currency. */
  async balance({ accountId, livemode }: Scope): Promise<BalanceView> {
    const { currency, now } = await this.directory.viewContext(accountId);
    const balance = await readBalance(this.database, { accountId, livemode, currency }, now);
    return balanceView(livemode, currency, balance, now);
  }
}
