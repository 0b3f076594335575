import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { isFailureCode } from '#domain/failures.js';
import type { Unverified } from '#platform/http/dto.js';
import { NoKey } from '#platform/http/route-keys.js';
import { readChoice } from '../pages/choice.js';
import { sendOn, sendPage } from '../pages/page.response.js';
import { authorizationPage, MISSING_PAGE } from './authorization.page.js';
import type { ChoiceDto } from './authorization.dto.js';
import { AuthorizationsService } from './authorizations.service.js';

/**
 * The page behind a charge's `authorize_uri` (docs/fidelity.md G1). Whoever has the address may choose: it is the secret.
 * @host pay
 */
@Controller('payments')
@NoKey()
export class AuthorizationsController {
  constructor(private readonly authorizations: AuthorizationsService) {}

  /**
   * Shows the page where a customer pays or refuses.
   * @query acs What the address of a charge says whose cardholder is asked for nothing. It changes nothing.
   * @answers 200 text/html
   * @answers 404 text/html
   */
  @Get(':paymentId/authorize')
  async show(@Param('paymentId') paymentId: string, @Res() res: Response): Promise<void> {
    const page = await this.authorizations.find(paymentId);
    sendPage(res, page && authorizationPage(page), MISSING_PAGE);
  }

  /**
   * Takes the customer's choice. Whatever has become of it, the answer to a click is a redirect, so that going back or reloading sends nothing twice.
   * @answers 303
   * @answers 404 text/html
   */
  @Post(':paymentId/authorize')
  async choose(@Param('paymentId') paymentId: string, @Body() body: Unverified<ChoiceDto>, @Res() res: Response): Promise<void> {
    sendOn(res, await this.authorizations.choose(paymentId, readChoice(body, isFailureCode)), MISSING_PAGE);
  }
}
