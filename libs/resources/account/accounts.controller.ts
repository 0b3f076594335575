import { Body, Controller, Get, Patch } from '@nestjs/common';
import { NEWEST_VERSION } from '#kernel/api-versions/versions.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { Keys } from '#platform/http/route-keys.js';
import { UpdateAccountDto, UpdateApiVersionDto } from './account.dto.js';
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

  /** Retrieve the account with its API version (docs/fidelity.md A10). */
  @Get('api_versions')
  findVersions(@CurrentScope() scope: Scope): Promise<AccountView> {
    return this.accounts.find(scope);
  }

  /** Update the API version of the account, by default to the newest. Further requests and events have it. */
  @Patch('api_version')
  updateVersion(
    @CurrentScope() scope: Scope,
    @Body(validated('bad_request')) { api_version: apiVersion = NEWEST_VERSION }: UpdateApiVersionDto,
  ): Promise<AccountView> {
    return this.accounts.updateVersion(scope, apiVersion);
  }
}
