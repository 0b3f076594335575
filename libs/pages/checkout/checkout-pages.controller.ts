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
import type { CheckoutDto } from '../payments/payment-page.dto.js';
import { INSTEAD_OF } from '../payments/payment-choice.js';
import type { PaymentProblem } from '../payments/payment-problem.js';
import { STEADY, WAITED } from '../payments/payment-progress.js';
import { checkoutPage, missingCheckoutPage } from './checkout.page.js';
import { CheckoutPagesService } from './checkout-pages.service.js';

const REFUSED = 400;

/**
 * The payment page at a checkout session's `redirect_url` (docs/fidelity.md CS4). The URL is the secret: no
 * key is required.
 * @host pay
 */
@Controller('checkout')
@NoKey()
export class CheckoutPagesController {
  constructor(
    private readonly checkout: CheckoutPagesService,
    private readonly console: ConsoleAddress,
  ) {}

  /**
   * Show the checkout page. Card numbers are sent to the vault only, never to this host.
   * @query return Redirects to the shop once the session has ended.
   * @query waited Redirects to the shop a few seconds after the payment has ended. The page of a waiting
   * payment opens again with it.
   * @query steady Keeps the page of a waiting payment from reloading itself in a browser without scripts.
   * @query instead_of The waiting payment, which the customer may replace: shows the payment methods again.
   * @query ended Shows the result without redirecting.
   * @answers 200 text/html
   * @answers 404 text/html
   */
  @Get(':session')
  async show(@Param('session') id: string, @Req() req: Request, @Res() res: Response): Promise<void> {
    await this.send(id, req, res);
  }

  /**
   * Pay or cancel a checkout session, or settle its pending payment in test mode. The response redirects to
   * the payment page of the charge, to this page while the payment is pending elsewhere, or to the shop. A
   * browser sees the reason for a rejected payment on the page.
   * @query instead_of The waiting payment that this one replaces. It expires.
   * @throws invalid_checkout_session, invalid_charge, used_token
   * @answers 303
   * @answers 404 text/html
   */
  @Post(':session')
  async act(
    @Param('session') id: string,
    @Body() body: Unverified<CheckoutDto>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const asked = (body ?? {}) as Params;
    try {
      if (asked['action'] === 'cancel')
        sendOn(req, res, await this.checkout.cancel(id), missingCheckoutPage(textsFor(req)));
      else if (asked['outcome'] !== undefined) await this.settle(id, asked, req, res);
      else await this.pay(id, asked, req, res);
    } catch (error) {
      await this.send(id, req, res, { message: problemToShow(error, req, res), sent: asked });
    }
  }

  private async settle(id: string, asked: Params, req: Request, res: Response): Promise<void> {
    const to = await withFaultHeader(res, () => this.checkout.settle(id, readSettlement(asked)));
    sendOn(req, res, to, missingCheckoutPage(textsFor(req)));
  }

  /** `problem` is the error of the customer's last try. */
  private async send(id: string, req: Request, res: Response, problem?: PaymentProblem): Promise<void> {
    const found = await this.checkout.find(id);
    const texts = textsFor(req, found?.session.locale);
    const asked = found && {
      consoleUrl: await this.console.of(found.session, req),
      isReturning: isReturning(req),
      hasWaited: WAITED in req.query,
      isSteady: STEADY in req.query,
      insteadOf: insteadOf(req),
      ...(problem !== undefined && { problem }),
    };
    sendPage(
      res,
      asked && checkoutPage(found, texts, asked),
      missingCheckoutPage(texts),
      problem === undefined ? undefined : REFUSED,
    );
  }

  private async pay(id: string, asked: Params, req: Request, res: Response): Promise<void> {
    const next = await withFaultHeader(res, () => this.checkout.pay(id, asked, insteadOf(req)));
    if (next?.paymentPage === undefined) sendOn(req, res, next?.to, missingCheckoutPage(textsFor(req)));
    else res.redirect(303, next.paymentPage);
  }
}

function insteadOf({ query }: Request): string | undefined {
  const asked = query[INSTEAD_OF];
  return typeof asked === 'string' ? asked : undefined;
}
