import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { failNotFound } from '#domain/errors.js';
import { listView, parseListQuery, type ListView } from '#domain/list.js';
import type { Scope } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import type { ChainView } from './chain.view.js';

/** Merchants who let another act for them, of whom there are none, and integrations with shops' software, of which there are none either. */
@Controller()
@Keys('secret')
export class ChainsController {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
  ) {}

  /** Lists chains. The list is always empty. */
  @Get('chains')
  async list(@CurrentScope() { accountId }: Scope, @QueryParams() params: Params): Promise<ListView<ChainView>> {
    const query = parseListQuery(params, this.clock.now(await this.directory.get(accountId)));
    return listView<ChainView>([], 0, '/chains', query);
  }

  /** Retrieves a chain, and finds none. */
  @Get('chains/:id')
  find(@Param('id') id: string): ChainView {
    return failNotFound('chain', id);
  }

  /** Revokes a chain, and finds none. */
  @Post('chains/:id/revoke')
  @HttpCode(200)
  revoke(@Param('id') id: string): ChainView {
    return failNotFound('chain', id);
  }

  /** Retrieves an integration, and finds none. */
  @Get('integrations/:id')
  findIntegration(@Param('id') id: string): never {
    return failNotFound('integration', id);
  }
}
