import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError } from '#domain/errors.js';
import type { Unverified } from '#platform/http/dto.js';
import type { Params } from '#platform/http/params.js';
import { NoKey } from '#platform/http/route-keys.js';
import { withFaultHeader } from '../faults/fault-header.js';
import { sendPage } from '../pages/page.response.js';
import { textsFor } from '../pages/texts/catalogue.js';
import { pageOfPayment } from '../payment-pages/page-payments.service.js';
import type { PayDto } from '../payment-pages/payment-page.dto.js';
import { linkPage, missingLinkPage } from './link.page.js';
import { LinkPagesService } from './link-pages.service.js';

const REFUSED = 400;
const INTERNAL_ERROR = 500;

/**
 * The payment page at a link's `payment_uri` (docs/fidelity.md LK3). The URL is the secret: no key is required.
 * @host pay
 */
@Controller('pay')
@NoKey()
export class LinkPagesController {
  constructor(private readonly links: LinkPagesService) {}

  /**
   * Show the page of a payment link. Card numbers are sent to the vault only, never to this host.
   * @query charge Charge that the customer returns from. The page shows its result.
   * @answers 200 text/html
   * @answers 404 text/html
   */
  @Get(':code')
  async show(@Param('code') code: string, @Query('charge') charge: unknown, @Req() req: Request, @Res() res: Response): Promise<void> {
    const texts = textsFor(req);
    const found = await this.links.find(code, charge);
    sendPage(res, found && linkPage(found, texts), missingLinkPage(texts));
  }

  /**
   * Pay a link. The response redirects to the payment page of the charge, or back to the page of the link, which shows the result. A browser sees the
   * reason for a rejected payment on the page.
   * @throws invalid_link, invalid_charge, used_token
   * @answers 303
   * @answers 404 text/html
   */
  @Post(':code')
  async pay(@Param('code') code: string, @Body() body: Unverified<PayDto>, @Req() req: Request, @Res() res: Response): Promise<void> {
    const texts = textsFor(req);
    try {
      const charge = await withFaultHeader(res, () => this.links.pay(code, (body ?? {}) as Params));
      if (charge) res.redirect(303, pageOfPayment(charge) ?? `?charge=${charge.id}`);
      else sendPage(res, undefined, missingLinkPage(texts));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= INTERNAL_ERROR || req.accepts(['json', 'html']) !== 'html') throw error;
      const found = await this.links.find(code, undefined);
      res.vary('Accept');
      sendPage(res, found && linkPage(found, texts, error.message), missingLinkPage(texts), REFUSED);
    }
  }
}
