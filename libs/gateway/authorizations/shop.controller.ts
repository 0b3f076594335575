import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NoKey } from '#platform/http/route-keys.js';
import { missingPaymentPage } from './authorization.page.js';
import { sendPage } from '../pages/page.response.js';
import { textsFor } from '../pages/texts/catalogue.js';
import { AuthorizationsService } from './authorizations.service.js';
import { shopPage } from './shop.page.js';

/** A page that pays says its address only to pages of this host. */
const CAME_FROM_PAYMENT = /\/payments\/(\w+)\/authorize(?:\?|$)/;
const MAX_ORDER_LENGTH = 100;

/**
 * Stands for the shop where there is none yet: a `return_uri` for first tries (docs/fidelity.md G16).
 * @host pay
 */
@Controller('shop')
@NoKey()
export class ShopController {
  constructor(private readonly authorizations: AuthorizationsService) {}

  /**
   * Shows where a shop would go on, and how the payment ended that the visitor comes from.
   * @query order The number of an order, as the shop has put it into its `return_uri`.
   * @answers 200 text/html
   */
  @Get()
  async show(@Query('order') order: unknown, @Req() req: Request, @Res() res: Response): Promise<void> {
    const texts = textsFor(req);
    const [, paymentId] = CAME_FROM_PAYMENT.exec(req.headers.referer ?? '') ?? [];
    const payment = paymentId === undefined ? undefined : await this.authorizations.find(paymentId);
    const shown = typeof order === 'string' ? order.slice(0, MAX_ORDER_LENGTH) : '';
    sendPage(res, shopPage(shown, payment, texts), missingPaymentPage(texts));
  }
}
