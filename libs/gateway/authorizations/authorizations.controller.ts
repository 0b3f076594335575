import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isFailureCode } from '#domain/failures.js';
import type { Unverified } from '#platform/http/dto.js';
import type { Params } from '#platform/http/params.js';
import { NoKey } from '#platform/http/route-keys.js';
import { withFaultHeader } from '../faults/fault-header.js';
import { readChoice } from '../pages/choice.js';
import { isReturning, sendOn, sendPage } from '../pages/page.response.js';
import { textsFor } from '../pages/texts/catalogue.js';
import { authorizationPage, missingPaymentPage } from './authorization.page.js';
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
   * @query return The page goes on to the shop once it is known how it ended.
   * @query ended The page stays.
   * @query retry A one-time password was wrong, or has not been asked for until now.
   * @query sent A new one-time password was asked for. It is the same as before.
   * @answers 200 text/html
   * @answers 404 text/html
   */
  @Get(':paymentId/authorize')
  async show(@Param('paymentId') paymentId: string, @Req() req: Request, @Res() res: Response): Promise<void> {
    const texts = textsFor(req);
    const page = await this.authorizations.open(paymentId);
    const query = { isReturning: isReturning(req), isSent: 'sent' in req.query };
    sendPage(res, page && authorizationPage(page, texts, query), missingPaymentPage(texts));
  }

  /**
   * Takes the customer's choice. Whatever has become of it, the answer to a click is a redirect, so that going back or reloading sends nothing twice: in a
   * browser to this page, which goes on to the shop; anywhere else to the shop.
   * @answers 303
   * @answers 404 text/html
   */
  @Post(':paymentId/authorize')
  async choose(
    @Param('paymentId') paymentId: string,
    @Body() body: Unverified<ChoiceDto>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const missing = missingPaymentPage(textsFor(req));
    const choice = readChoice(body, isFailureCode);
    const { one_time_password: password } = (body ?? {}) as Params;
    sendOn(req, res, await withFaultHeader(res, () => this.authorizations.choose(paymentId, choice, password)), missing);
  }
}
