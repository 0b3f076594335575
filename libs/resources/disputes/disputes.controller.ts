import { Body, Controller, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { Resources } from '#engine/resources/resources.js';
import { CloseDisputeDto, UpdateDisputeDto } from './dispute.dto.js';
import { DISPUTE } from './dispute.resource.js';
import type { DisputeView } from './dispute.view.js';
import { DisputesService } from './disputes.service.js';
import type { DisputeStatus } from './rules/dispute.js';

const checked = validated('invalid_dispute');

/** Disputes of charges. */
@Controller()
@Keys('secret')
export class DisputesController {
  constructor(
    private readonly disputes: DisputesService,
    private readonly resources: Resources,
  ) {}

  /**
   * Create a dispute. Simulates a cardholder who disputes a charge.
   * @throws invalid_dispute
   */
  @Post('charges/:id/disputes')
  @HttpCode(200)
  create(@CurrentScope() scope: Scope, @Param('id') chargeId: string): Promise<DisputeView> {
    return this.disputes.create(scope, chargeId);
  }

  /** List disputes. */
  @Get('disputes')
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<DisputeView>> {
    return this.resources.list(DISPUTE, scope, params, { location: '/disputes' });
  }

  /** List open disputes. */
  @Get('disputes/open')
  listOpen(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<DisputeView>> {
    return this.listWith(['open'], '/open', scope, params);
  }

  /** List pending disputes. */
  @Get('disputes/pending')
  listPending(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<DisputeView>> {
    return this.listWith(['pending'], '/pending', scope, params);
  }

  /** List closed disputes. They are won or lost. */
  @Get('disputes/closed')
  listClosed(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<DisputeView>> {
    return this.listWith(['won', 'lost'], '/closed', scope, params);
  }

  /** Retrieve a dispute. */
  @Get('disputes/:id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<DisputeView> {
    return this.resources.find(DISPUTE, scope, id);
  }

  /**
   * Update a dispute. `message` submits the merchant's statement.
   * @throws invalid_dispute
   */
  @Patch('disputes/:id')
  update(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body(checked) body: UpdateDisputeDto,
  ): Promise<DisputeView> {
    return this.disputes.update(scope, id, body);
  }

  /**
   * Accept a dispute. It is then lost.
   * @throws invalid_dispute
   */
  @Patch('disputes/:id/accept')
  accept(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<DisputeView> {
    return this.disputes.accept(scope, id);
  }

  /**
   * Close a dispute. Simulates the decision of the bank.
   * @throws invalid_dispute
   */
  @Patch('disputes/:id/close')
  close(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body(checked) body: CloseDisputeDto,
  ): Promise<DisputeView> {
    return this.disputes.close(scope, id, body);
  }

  /** Disputes of these statuses (docs/fidelity.md D5). */
  private listWith(
    statuses: DisputeStatus[],
    path: string,
    scope: Scope,
    params: Params,
  ): Promise<ListView<DisputeView>> {
    return this.resources.list(DISPUTE, scope, params, {
      location: `/disputes${path}`,
      only: { status: { in: statuses } },
    });
  }
}
