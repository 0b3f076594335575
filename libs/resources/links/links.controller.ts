import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { Resources } from '#engine/resources/resources.js';
import type { ChargeView } from '../charges/charge.view.js';
import { CreateLinkDto } from './link.dto.js';
import { LINK } from './link.resource.js';
import type { LinkView } from './link.view.js';
import { LinksService } from './links.service.js';

/** Payment links. */
@Controller('links')
@Keys('secret')
export class LinksController {
  constructor(
    private readonly links: LinksService,
    private readonly resources: Resources,
  ) {}

  /**
   * Create a link. Customers pay at its `payment_uri`, by card or with a payment method of the account's
   * capability.
   * @throws invalid_link
   */
  @Post()
  @HttpCode(200)
  create(
    @CurrentScope() scope: Scope,
    @Body(validated('invalid_link')) body: CreateLinkDto,
  ): Promise<LinkView> {
    return this.links.create(scope, body);
  }

  /** List links. */
  @Get()
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<LinkView>> {
    return this.resources.list(LINK, scope, params, { location: '/links' });
  }

  /** Retrieve a link. Deleted links are returned too. */
  @Get(':id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<LinkView> {
    return this.resources.find(LINK, scope, id);
  }

  /** Delete a link. It accepts no more payments. Pending payments continue. */
  @Delete(':id')
  destroy(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<LinkView> {
    return this.links.destroy(scope, id);
  }

  /** List the charges of a link. */
  @Get(':id/charges')
  listCharges(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @QueryParams() params: Params,
  ): Promise<ListView<ChargeView>> {
    return this.links.listCharges(scope, id, params);
  }
}
