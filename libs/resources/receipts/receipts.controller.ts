import { Controller, Get, Param } from '@nestjs/common';
import { parseListQuery } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { endOfDay, isBareDate } from '#kernel/time.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { ReceiptReader } from './receipt.reader.js';
import type { ReceiptListView, ReceiptView } from './receipt.view.js';

/** Receipts of fees, one for each day with fees. */
@Controller('receipts')
@Keys('secret')
export class ReceiptsController {
  constructor(
    private readonly reader: ReceiptReader,
    private readonly directory: AccountDirectory,
  ) {}

  /** List receipts. The list ends with the day of `to`, or with today (docs/fidelity.md L10). */
  @Get()
  async list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ReceiptListView> {
    const { now, fidelity } = await this.directory.viewContext(scope.accountId);
    const query = parseListQuery(params, now);
    const isDay = !params['to'] || isBareDate(params['to']);
    const list = await this.reader.list(scope, isDay ? { ...query, to: endOfDay(query.to) } : query);
    return { ...list, object: fidelity === 'recorded' ? 'receipt_list' : 'list' };
  }

  /** Retrieve a receipt. */
  @Get(':id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<ReceiptView> {
    return this.reader.find(scope, id);
  }
}
