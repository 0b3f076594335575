import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { LINKED_ACCOUNTS_SINCE } from '#kernel/api-versions/versions.js';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { Since } from '#platform/http/route-since.js';
import { Resources } from '#engine/resources/resources.js';
import { CreateLinkedAccountDto, MarkLinkedAccountAsFailedDto } from './linked-account.dto.js';
import { LINKED_ACCOUNT } from './linked-account.resource.js';
import type { LinkedAccountView } from './linked-account.view.js';
import { LinkedAccountsService } from './linked-accounts.service.js';

const checked = validated('bad_request');

/** Bank accounts that the merchant may debit. */
@Controller('linked_accounts')
@Keys('secret')
@Since(LINKED_ACCOUNTS_SINCE)
export class LinkedAccountsController {
  constructor(
    private readonly resources: Resources,
    private readonly linkedAccounts: LinkedAccountsService,
  ) {}

  /** Create a linked account. The owner completes the registration at `registration_uri`. */
  @Post()
  @HttpCode(200)
  create(
    @CurrentScope() scope: Scope,
    @Body(checked) body: CreateLinkedAccountDto,
  ): Promise<LinkedAccountView> {
    return this.linkedAccounts.create(scope, body);
  }

  /** List linked accounts. */
  @Get()
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<LinkedAccountView>> {
    return this.resources.list(LINKED_ACCOUNT, scope, params, { location: '/linked_accounts' });
  }

  /** Retrieve a linked account. */
  @Get(':id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<LinkedAccountView> {
    return this.resources.find(LINKED_ACCOUNT, scope, id);
  }

  /** Mark a linked account as registered. Simulates the owner's approval. Requires a test key. */
  @Post(':id/mark_as_registered')
  @HttpCode(200)
  markAsRegistered(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<LinkedAccountView> {
    return this.linkedAccounts.markAsRegistered(scope, id);
  }

  /** Mark a linked account as failed. Simulates a failed registration. Requires a test key. */
  @Post(':id/mark_as_failed')
  @HttpCode(200)
  markAsFailed(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body(checked) body: MarkLinkedAccountAsFailedDto,
  ): Promise<LinkedAccountView> {
    return this.linkedAccounts.markAsFailed(scope, id, body.failure_code);
  }
}
