import { Controller, Get, Param } from '@nestjs/common';
import { LINKED_ACCOUNTS_SINCE } from '#kernel/api-versions/versions.js';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { Since } from '#platform/http/route-since.js';
import type { LinkedAccountView } from '../linked-accounts/linked-account.view.js';
import { CustomerReader } from './customer.reader.js';

/** Linked bank accounts of a customer. */
@Controller('customers/:id/linked_accounts')
@Keys('secret')
@Since(LINKED_ACCOUNTS_SINCE)
export class CustomerLinkedAccountsController {
  constructor(private readonly reader: CustomerReader) {}

  /** List the linked accounts of a customer. */
  @Get()
  list(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @QueryParams() params: Params,
  ): Promise<ListView<LinkedAccountView>> {
    return this.reader.listLinkedAccounts(scope, id, params);
  }
}
