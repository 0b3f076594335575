import { Controller, Get, Inject, Param } from '@nestjs/common';
import { failNotFound } from '#domain/errors.js';
import { listView, parseListQuery } from '#domain/list.js';
import type { Scope } from '#domain/scope.js';
import { endOfDay, isBareDate } from '#domain/time.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS } from '#platform/config/config.module.js';
import type { Settings } from '#platform/config/settings.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import type { ReceiptListView } from './receipt-list.view.js';

/** Receipts of the service's fees, of which there are none. */
@Controller('receipts')
@Keys('secret')
export class ReceiptsController {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Lists receipts. The list is always empty, and ends with the day that `to` names, or with today (docs/fidelity.md L10). */
  @Get()
  async list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ReceiptListView> {
    const query = parseListQuery(params, this.clock.now(await this.directory.get(scope.accountId)));
    const isDay = !params['to'] || isBareDate(params['to']);
    const list = listView<never>([], 0, '/receipts', isDay ? { ...query, to: endOfDay(query.to) } : query);
    return { ...list, object: this.settings.fidelity === 'recorded' ? 'receipt_list' : 'list' };
  }

  /** Retrieves a receipt, and finds none. */
  @Get(':id')
  find(@Param('id') id: string): never {
    return failNotFound('receipt', id);
  }
}
