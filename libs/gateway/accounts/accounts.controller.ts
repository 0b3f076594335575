import { Body, Controller, Get, Patch } from '@nestjs/common';
import type { Scope } from '#domain/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { Keys } from '#platform/http/route-keys.js';
import { UpdateAccountDto } from './account.dto.js';
import type { AccountView } from './account.view.js';
import { AccountsService } from './accounts.service.js';

/** The merchant account of the key. */
@Controller('account')
@Keys('secret')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  /** Retrieve the account. */
  @Get()
  find(@CurrentScope() scope: Scope): Promise<AccountView> {
    return this.accounts.find(scope);
  }

  /** Update the account. The webhook URL applies to the mode of the key. */
  @Patch()
  update(
    @CurrentScope() scope: Scope,
    @Body(validated('bad_request')) changes: UpdateAccountDto,
  ): Promise<AccountView> {
    return this.accounts.update(scope, changes);
  }
}
