import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { failNotFound } from '#domain/errors.js';
import type { ListView } from '#domain/list.js';
import type { Scope } from '#domain/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { CreateChainDto } from './chain.dto.js';
import type { ChainView } from './chain.view.js';
import { ChainsService } from './chains.service.js';

/** Merchants who let another act for them, and integrations with shops' software, of which there are none. */
@Controller()
@Keys('secret')
export class ChainsController {
  constructor(private readonly chains: ChainsService) {}

  /** Makes a chain, as another merchant does in the dashboard. */
  @Post('chains')
  @HttpCode(200)
  create(@CurrentScope() scope: Scope, @Body(validated('bad_request')) { email }: CreateChainDto): Promise<ChainView> {
    return this.chains.create(scope, email);
  }

  /** Lists chains, also those that were revoked. */
  @Get('chains')
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<ChainView>> {
    return this.chains.list(scope, params);
  }

  /** Retrieves a chain. */
  @Get('chains/:id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<ChainView> {
    return this.chains.find(scope, id);
  }

  /** Revokes a chain. */
  @Post('chains/:id/revoke')
  @HttpCode(200)
  revoke(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<ChainView> {
    return this.chains.revoke(scope, id);
  }

  /** Retrieves an integration, and finds none. */
  @Get('integrations/:id')
  findIntegration(@Param('id') id: string): never {
    return failNotFound('integration', id);
  }
}
