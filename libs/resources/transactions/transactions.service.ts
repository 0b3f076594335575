import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { parseListQuery, type ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { Params } from '#platform/http/params.js';
import { listingOf, type Listing } from '#platform/listing/listing.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { BalanceReader } from './balance.reader.js';
import { balanceView, type BalanceView } from './balance.view.js';
import { toTransaction } from './transaction.row.js';
import { transactionView, type TransactionView } from './transaction.view.js';

@Injectable()
export class TransactionsService {
  private readonly listing: Listing<JsonRow<'Transaction'>>;

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly balances: BalanceReader,
  ) {
    this.listing = listingOf(database, 'Transaction');
  }

  /** The balance in the account's currency. */
  async balance(scope: Scope): Promise<BalanceView> {
    const account = await this.directory.get(scope.accountId);
    const balance = await this.balances.read(scope, account);
    return balanceView(scope.livemode, account.currency, balance, this.clock.now(account));
  }

  async find({ accountId, livemode }: Scope, id: string): Promise<TransactionView> {
    const stored = await this.database.transaction.findFirst({ where: { id, accountId, livemode } });
    return stored ? transactionView(toTransaction(stored)) : failNotFound('transaction', id);
  }

  async list(scope: Scope, params: Params): Promise<ListView<TransactionView>> {
    const query = parseListQuery(params, this.clock.now(await this.directory.get(scope.accountId)));
    return this.listing.list(scope, query, '/transactions', (stored) =>
      transactionView(toTransaction(stored)),
    );
  }
}
