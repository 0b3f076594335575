import { Body, Controller, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import type { StoredEventView } from '#engine/events/event.view.js';
import { Resources } from '#engine/resources/resources.js';
import { CaptureDto, CreateChargeDto, MarkAsFailedDto, UpdateChargeDto } from './charge.dto.js';
import { ChargeCreation } from './charge.creation.js';
import { CHARGE } from './charge.resource.js';
import type { ChargeView } from './charge.view.js';
import { ChargesService } from './charges.service.js';

const checked = validated('invalid_charge');

/** Payments by card, source or linked account. */
@Controller('charges')
@Keys('secret')
export class ChargesController {
  constructor(
    private readonly creation: ChargeCreation,
    private readonly resources: Resources,
    private readonly charges: ChargesService,
  ) {}

  /**
   * Create a charge. A charge that requires the customer's approval is `pending`, and its `authorize_uri` is
   * the payment page. A declined card returns 200 with the status `failed`.
   * @throws invalid_charge, invalid_amount, used_token, not_found
   */
  @Post()
  @HttpCode(200)
  create(@CurrentScope() scope: Scope, @Body(checked) body: CreateChargeDto): Promise<ChargeView> {
    return this.creation.create(scope, body);
  }

  /** List charges. */
  @Get()
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<ChargeView>> {
    return this.resources.list(CHARGE, scope, params, { location: '/charges' });
  }

  /** Retrieve a charge. */
  @Get(':id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<ChargeView> {
    return this.resources.find(CHARGE, scope, id);
  }

  /**
   * Update a charge. Only description and metadata can change.
   * @throws invalid_charge
   */
  @Patch(':id')
  update(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body(checked) body: UpdateChargeDto,
  ): Promise<ChargeView> {
    return this.charges.update(scope, id, body);
  }

  /**
   * Capture a charge. A charge with `pre_auth` can be captured in part.
   * @throws failed_capture, expired_charge
   */
  @Post(':id/capture')
  @HttpCode(200)
  capture(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body(checked) body: CaptureDto,
  ): Promise<ChargeView> {
    return this.charges.capture(scope, id, body);
  }

  /**
   * Reverse a charge. Only an authorized charge that is not captured can be reversed.
   * @throws failed_reverse, expired_charge
   */
  @Post(':id/reverse')
  @HttpCode(200)
  reverse(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<ChargeView> {
    return this.charges.reverse(scope, id);
  }

  /**
   * Expire a charge. Only a pending charge can be expired.
   * @throws failed_expire, expired_charge
   */
  @Post(':id/expire')
  @HttpCode(200)
  expire(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<ChargeView> {
    return this.charges.expire(scope, id);
  }

  /**
   * Mark a charge as paid. Simulates the customer's approval. Requires a test key.
   * @throws invalid_charge, expired_charge
   */
  @Post(':id/mark_as_paid')
  @HttpCode(200)
  markAsPaid(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<ChargeView> {
    return this.charges.markAsPaid(scope, id);
  }

  /**
   * Mark a charge as failed. Simulates a declined payment. Requires a test key.
   * @throws invalid_charge, expired_charge
   */
  @Post(':id/mark_as_failed')
  @HttpCode(200)
  markAsFailed(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body(checked) body: MarkAsFailedDto,
  ): Promise<ChargeView> {
    return this.charges.markAsFailed(scope, id, body.failure_code);
  }

  /** List the events of a charge. */
  @Get(':id/events')
  listEvents(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @QueryParams() params: Params,
  ): Promise<ListView<StoredEventView>> {
    return this.charges.listEvents(scope, id, params);
  }
}
