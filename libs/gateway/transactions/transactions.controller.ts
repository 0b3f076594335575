import { Controller, Get, Param } from '@nestjs/common';
import type { ListView } from '#domain/list.js';
import type { Scope } from '#domain/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import type { BalanceView } from './balance.view.js';
import type { TransactionView } from './transaction.view.js';
import { TransactionsService } from './transactions.service.js';

/** The merchant's money: what there is, and what moved it. */
@Controller()
@Keys('secret')
export class TransactionsController {
  constructor(private readonly transactions: TransactionsService) {}

  /** Tells what the merchant has. */
  @Get('balance')
  balance(@CurrentScope() scope: Scope): Promise<BalanceView> {
    return this.transactions.balance(scope);
  }

  /** Lists the movements of the balance. */
  @Get('transactions')
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<TransactionView>> {
    return this.transactions.list(scope, params);
  }

  /** Retrieves a movement of the balance. */
  @Get('transactions/:id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<TransactionView> {
    return this.transactions.find(scope, id);
  }
}
