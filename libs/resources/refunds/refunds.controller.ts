import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { Resources } from '#engine/resources/resources.js';
import { CreateRefundDto } from './refund.dto.js';
import { REFUND } from './refund.resource.js';
import type { RefundView } from './refund.view.js';
import { RefundsService } from './refunds.service.js';

/** Refunds of charges. */
@Controller()
@Keys('secret')
export class RefundsController {
  constructor(
    private readonly resources: Resources,
    private readonly refunds: RefundsService,
  ) {}

  /**
   * Create a refund. A full refund on the day of payment is a void.
   * @throws failed_refund, failed_void
   */
  @Post('charges/:id/refunds')
  @HttpCode(200)
  create(
    @CurrentScope() scope: Scope,
    @Param('id') chargeId: string,
    @Body(validated('failed_refund')) body: CreateRefundDto,
  ): Promise<RefundView> {
    return this.refunds.create(scope, chargeId, body);
  }

  /** List the refunds of a charge. */
  @Get('charges/:id/refunds')
  listOfCharge(
    @CurrentScope() scope: Scope,
    @Param('id') chargeId: string,
    @QueryParams() params: Params,
  ): Promise<ListView<RefundView>> {
    return this.refunds.listOfCharge(scope, chargeId, params);
  }

  /** Retrieve a refund. */
  @Get('charges/:id/refunds/:refund')
  find(
    @CurrentScope() scope: Scope,
    @Param('id') chargeId: string,
    @Param('refund') id: string,
  ): Promise<RefundView> {
    return this.refunds.find(scope, chargeId, id);
  }

  /** List refunds. */
  @Get('refunds')
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<RefundView>> {
    return this.resources.list(REFUND, scope, params, { location: '/refunds' });
  }
}
