import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NoKey } from '#platform/http/route-keys.js';
import { ConsoleAddress } from '../kit/console-address.js';
import { sendPage } from '../kit/page.response.js';
import { textsFor } from '../kit/texts/catalogue.js';
import { missingPaymentPage } from './authorization.page.js';
import { AuthorizationsService } from './authorizations.service.js';
import { shopPage } from './shop.page.js';

/** A page that pays says its address only to pages of this host. */
const CAME_FROM_PAYMENT = /\/payments\/(\w+)\/authorize(?:\?|$)/;
const MAX_ORDER_LENGTH = 100;

/**
 * A placeholder shop page, for use as `return_uri` before a shop exists (docs/fidelity.md G16).
 * @host pay
 */
@Controller('shop')
@NoKey()
export class ShopController {
  constructor(
    private readonly authorizations: AuthorizationsService,
    private readonly console: ConsoleAddress,
  ) {}

  /**
   * Show the placeholder shop page. It shows the result of the payment that the visitor comes from.
   * @query order Order number, as set in the `return_uri`.
   * @query chargeId Charge of a checkout session, as appended to its `complete_url`. It has no effect.
   * @answers 200 text/html
   */
  @Get()
  async show(@Query('order') order: unknown, @Req() req: Request, @Res() res: Response): Promise<void> {
    const texts = textsFor(req);
    const [, paymentId] = CAME_FROM_PAYMENT.exec(req.headers.referer ?? '') ?? [];
    const payment = paymentId === undefined ? undefined : await this.authorizations.find(paymentId);
    const shown = typeof order === 'string' ? order.slice(0, MAX_ORDER_LENGTH) : '';
    const consoleUrl = payment && (await this.console.of(payment.charge, req));
    sendPage(res, shopPage(shown, payment, texts, consoleUrl), missingPaymentPage(texts));
  }
}
