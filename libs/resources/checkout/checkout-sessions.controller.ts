import { Body, Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { Keys } from '#platform/http/route-keys.js';
import { CreateSessionDto } from './checkout-session.dto.js';
import type { CheckoutSessionView } from './checkout-session.view.js';
import { CheckoutSessionsService } from './checkout-sessions.service.js';

/**
 * Payments on a hosted checkout page.
 * @host pay
 */
@Controller('api/sessions')
@Keys('secret')
export class CheckoutSessionsController {
  constructor(private readonly sessions: CheckoutSessionsService) {}

  /**
   * Create a checkout session. The customer pays at its `redirect_url` with one of `payment_methods`, and
   * then returns to the shop.
   * @throws invalid_checkout_session
   */
  @Post()
  @HttpCode(200)
  create(
    @CurrentScope() scope: Scope,
    @Body(validated('invalid_checkout_session')) body: CreateSessionDto,
    @Req() req: Request,
  ): Promise<CheckoutSessionView> {
    return this.sessions.create(scope, body, req.headers.host);
  }

  /** Retrieve a checkout session. The response includes its payment. */
  @Get(':id')
  find(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Req() req: Request,
  ): Promise<CheckoutSessionView> {
    return this.sessions.find(scope, id, req.headers.host);
  }
}
