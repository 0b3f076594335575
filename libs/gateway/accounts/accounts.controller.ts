import { Body, Controller, Get, Patch } from '@nestjs/common';
import type { Scope } from '#domain/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { Keys } from '#platform/http/route-keys.js';
import { UpdateAccountDto } from './account.dto.js';
import { AccountsService } from './accounts.service.js';

@Controller('account')
@Keys('secret')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Get()
  find(@CurrentScope() scope: Scope): Promise<Record<string, unknown>> {
    return this.accounts.find(scope);
  }

  @Patch()
  update(@CurrentScope() scope: Scope, @Body(validated('bad_request')) changes: UpdateAccountDto): Promise<Record<string, unknown>> {
    return this.accounts.update(scope, changes);
  }
}
