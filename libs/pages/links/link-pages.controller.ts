import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Unverified } from '#platform/http/dto.js';
import type { Params } from '#platform/http/params.js';
import { NoKey } from '#platform/http/route-keys.js';
import { withFaultHeader } from '#engine/faults/fault-header.js';
import { ConsoleAddress } from '../kit/console-address.js';
import { problemToShow, sendPage } from '../kit/page.response.js';
import { textsFor } from '../kit/texts/catalogue.js';
import { pageOfPayment } from '../payments/page-payments.service.js';
import { readSettlement } from '../payments/page-settlement.service.js';
import { INSTEAD_OF } from '../payments/payment-choice.js';
import type { PaymentProblem } from '../payments/payment-problem.js';
import { STEADY } from '../payments/payment-progress.js';
import type { PayLinkDto } from '../payments/payment-page.dto.js';
import { linkPage, missingLinkPage, type LinkPage } from './link.page.js';
import { LinkPagesService } from './link-pages.service.js';

const REFUSED = 400;

/**
 * The payment page at a link's `payment_uri` (docs/fidelity.md LK3). The URL is the secret: no key is
 * required.
 * @host pay
 */
@Controller('pay')
@NoKey()
export class LinkPagesController {
  constructor(
    private readonly links: LinkPagesService,
    private readonly console: ConsoleAddress,
  ) {}

  /**
   * Show the page of a payment link. Card numbers are sent to the vault only, never to this host.
   * @query charge Charge that the customer returns from. The page shows its result, or waits for it.
   * @query steady Keeps the page of a waiting payment from reloading itself in a browser without scripts.
   * @query instead_of A waiting payment of the link: shows the payment methods again, and the way back to it.
   * @answers 200 text/html
   * @answers 404 text/html
   */
  @Get(':code')
  async show(
    @Param('code') code: string,
    @Query('charge') charge: unknown,
    @Query(INSTEAD_OF) insteadOf: unknown,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    await this.send(await this.links.find(code, charge ?? insteadOf), req, res);
  }

  /**
   * Pay a link, or settle a pending payment of it in test mode. The response redirects to the payment page of
   * the charge, or back to the page of the link, which shows the result. A browser sees the reason for a
   * rejected payment on the page.
   * @throws invalid_link, invalid_charge, used_token
   * @answers 303
   * @answers 404 text/html
   */
  @Post(':code')
  async pay(
    @Param('code') code: string,
    @Body() body: Unverified<PayLinkDto>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const asked = (body ?? {}) as Params;
    try {
      const onward = await withFaultHeader(res, () =>
        asked['outcome'] === undefined ? this.begin(code, asked) : this.end(code, asked),
      );
      if (onward !== undefined) res.redirect(303, onward);
      else await this.send(undefined, req, res);
    } catch (error) {
      const problem = { message: problemToShow(error, req, res), sent: asked };
      const found = await this.links.find(code, asked['charge'] ?? req.query[INSTEAD_OF]);
      await this.send(found, req, res, problem);
    }
  }

  private async begin(code: string, asked: Params): Promise<string | undefined> {
    const charge = await this.links.pay(code, asked);
    return charge && (pageOfPayment(charge) ?? `?charge=${charge.id}`);
  }

  private async end(code: string, asked: Params): Promise<string | undefined> {
    const charge = await this.links.settle(code, asked['charge'], readSettlement(asked));
    return charge && `?charge=${charge.id}`;
  }

  /** `problem` is the error of the customer's last try. */
  private async send(
    found: LinkPage | undefined,
    req: Request,
    res: Response,
    problem?: PaymentProblem,
  ): Promise<void> {
    const texts = textsFor(req);
    const asked = found && {
      consoleUrl: await this.console.of(found.link, req),
      isSteady: STEADY in req.query,
      isChoosing: INSTEAD_OF in req.query,
      ...(problem !== undefined && { problem }),
    };
    sendPage(
      res,
      asked && linkPage(found, texts, asked),
      missingLinkPage(texts),
      problem === undefined ? undefined : REFUSED,
    );
  }
}
