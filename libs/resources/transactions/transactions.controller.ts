import { Controller, Get, Param } from '@nestjs/common';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { Resources } from '#engine/resources/resources.js';
import type { BalanceView } from './balance.view.js';
import { TRANSACTION } from './transaction.resource.js';
import type { TransactionView } from './transaction.view.js';
import { TransactionsService } from './transactions.service.js';

/** The merchant's balance and its transactions. */
@Controller()
@Keys('secret')
export class TransactionsController {
  constructor(
    private readonly resources: Resources,
    private readonly transactions: TransactionsService,
  ) {}

  /** Retrieve the balance. */
  @Get('balance')
  balance(@CurrentScope() scope: Scope): Promise<BalanceView> {
    return this.transactions.balance(scope);
  }

  /** List transactions. */
  @Get('transactions')
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<TransactionView>> {
    return this.resources.list(TRANSACTION, scope, params, { location: '/transactions' });
  }

  /** Retrieve a transaction. */
  @Get('transactions/:id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<TransactionView> {
    return this.resources.find(TRANSACTION, scope, id);
  }
}
