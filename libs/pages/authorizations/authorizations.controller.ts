import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Unverified } from '#platform/http/dto.js';
import type { Params } from '#platform/http/params.js';
import { NoKey } from '#platform/http/route-keys.js';
import { withFaultHeader } from '#engine/faults/fault-header.js';
import { ConsoleAddress } from '../kit/console-address.js';
import { isReturning, problemToShow, sendOn, sendPage } from '../kit/page.response.js';
import { textsFor } from '../kit/texts/catalogue.js';
import { readSettlement } from '../payments/page-settlement.service.js';
import { STEADY, WAITED } from '../payments/payment-progress.js';
import { authorizationPage, missingPaymentPage } from './authorization.page.js';
import type { ChoiceDto } from './authorization.dto.js';
import { AuthorizationsService } from './authorizations.service.js';

const REFUSED = 400;

/**
 * The payment page at a charge's `authorize_uri` (docs/fidelity.md G1). The URL is the secret: no key is
 * required.
 * @host pay
 */
@Controller('payments')
@NoKey()
export class AuthorizationsController {
  constructor(
    private readonly authorizations: AuthorizationsService,
    private readonly console: ConsoleAddress,
  ) {}

  /**
   * Show the payment page. The customer approves or declines the payment here. In test mode it has controls
   * for testers.
   * @query acs Part of the `authorize_uri` of a charge without a 3-D Secure challenge. It has no effect.
   * @query return Redirects to the shop once the payment has ended.
   * @query ended Shows the result without redirecting.
   * @query waited Set by a page with a code when it reloads itself. Redirects to the shop some seconds after it
   * shows the result.
   * @query steady Keeps a page with a code from reloading itself in a browser without scripts.
   * @query retry Set after a wrong one-time password, or before the first one is requested.
   * @query sent Set after a request for a new one-time password. The accepted password does not change.
   * @answers 200 text/html
   * @answers 404 text/html
   */
  @Get(':paymentId/authorize')
  async show(
    @Param('paymentId') paymentId: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    await this.send(paymentId, req, res);
  }

  /**
   * Approve or decline a payment, or expire it in test mode. The response always redirects, so a reload
   * submits nothing twice. A browser returns to this page, which then redirects to the shop. Other clients
   * are redirected to the shop directly. Without a required one-time password a browser sees the page again.
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
    const choice = readSettlement(body);
    const { one_time_password: password } = (body ?? {}) as Params;
    try {
      const to = await withFaultHeader(res, () => this.authorizations.choose(paymentId, choice, password));
      sendOn(req, res, to, missingPaymentPage(textsFor(req)));
    } catch (error) {
      if (password === undefined) throw error;
      problemToShow(error, req, res);
      await this.send(paymentId, req, res, REFUSED);
    }
  }

  /** `status` is 400 after a form without a password. */
  private async send(paymentId: string, req: Request, res: Response, status?: typeof REFUSED): Promise<void> {
    const texts = textsFor(req);
    const page = await this.authorizations.open(paymentId);
    const asked = page && {
      isReturning: isReturning(req),
      step: status === REFUSED ? ('empty' as const) : 'sent' in req.query ? ('sent' as const) : undefined,
      hasWaited: WAITED in req.query,
      isSteady: STEADY in req.query,
      consoleUrl: await this.console.of(page.charge, req),
    };
    sendPage(res, asked && authorizationPage(page, texts, asked), missingPaymentPage(texts), status);
  }
}
