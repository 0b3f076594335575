import { Controller, Get, Param } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { parseCurrency } from '#kernel/money.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Keys } from '#platform/http/route-keys.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { forexView, type ForexView } from './forex.view.js';

/** Exchange rates. */
@Controller('forex')
@Keys('secret')
export class ForexController {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
  ) {}

  /**
   * Retrieve an exchange rate. It converts the currency into the account's currency. The currency code is
   * case-insensitive.
   * @throws bad_request
   */
  @Get(':currency')
  async find(
    @CurrentScope() { accountId, livemode }: Scope,
    @Param('currency') currency: string,
  ): Promise<ForexView> {
    const base = parseCurrency(currency) ?? fail('bad_request', 'currency is not currently supported');
    const account = await this.directory.get(accountId);
    return forexView(base, account, livemode, this.clock.now(account));
  }
}
