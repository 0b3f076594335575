import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { Resources } from '#engine/resources/resources.js';
import { CreateChainDto } from './chain.dto.js';
import { CHAIN } from './chain.resource.js';
import type { ChainView } from './chain.view.js';
import { ChainsService } from './chains.service.js';

/** Sub-merchant authorizations. Integrations are not emulated. */
@Controller()
@Keys('secret')
export class ChainsController {
  constructor(
    private readonly resources: Resources,
    private readonly chains: ChainsService,
  ) {}

  /** Create a chain. The real service does this in the sub-merchant's dashboard. */
  @Post('chains')
  @HttpCode(200)
  create(
    @CurrentScope() scope: Scope,
    @Body(validated('bad_request')) { email }: CreateChainDto,
  ): Promise<ChainView> {
    return this.chains.create(scope, email);
  }

  /** List chains. The list includes revoked ones. */
  @Get('chains')
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<ChainView>> {
    return this.resources.list(CHAIN, scope, params, { location: '/chains' });
  }

  /** Retrieve a chain. */
  @Get('chains/:id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<ChainView> {
    return this.resources.find(CHAIN, scope, id);
  }

  /** Revoke a chain. */
  @Post('chains/:id/revoke')
  @HttpCode(200)
  revoke(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<ChainView> {
    return this.chains.revoke(scope, id);
  }

  /** Retrieve an integration. The response is always 404. */
  @Get('integrations/:id')
  findIntegration(@Param('id') id: string): never {
    return failNotFound('integration', id);
  }
}
