import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Unverified } from '#platform/http/dto.js';
import { NoKey } from '#platform/http/route-keys.js';
import { isRegistrationFailureCode } from '#resources/linked-accounts/rules/linked-account.js';
import { readChoice } from '../kit/choice.js';
import { ConsoleAddress } from '../kit/console-address.js';
import { isReturning, sendOn, sendPage } from '../kit/page.response.js';
import { textsFor } from '../kit/texts/catalogue.js';
import { missingRegistrationPage, registrationPage } from './registration.page.js';
import type { RegistrationChoiceDto } from './registration.dto.js';
import { RegistrationsService } from './registrations.service.js';

/**
 * The registration page at a linked account's `registration_uri` (docs/fidelity.md LA6). The URL is the
 * secret: no key is required.
 * @host pay
 */
@Controller('linked_accounts')
@NoKey()
export class RegistrationsController {
  constructor(
    private readonly registrations: RegistrationsService,
    private readonly console: ConsoleAddress,
  ) {}

  /**
   * Show the registration page. The account owner registers or declines here. In test mode it has controls
   * for testers.
   * @query return Redirects to the shop once the registration has ended.
   * @query ended Shows the result without redirecting.
   * @answers 200 text/html
   * @answers 404 text/html
   */
  @Get(':id/register')
  async show(@Param('id') id: string, @Req() req: Request, @Res() res: Response): Promise<void> {
    const texts = textsFor(req);
    const page = await this.registrations.open(id);
    const asked = page && {
      isReturning: isReturning(req),
      consoleUrl: await this.console.of(page.account, req),
    };
    sendPage(res, asked && registrationPage(page, texts, asked), missingRegistrationPage(texts));
  }

  /**
   * Register a linked account or decline. The response always redirects, so a reload submits nothing twice. A
   * browser returns to this page, which then redirects to the shop. Other clients are redirected to the shop
   * directly.
   * @answers 303
   * @answers 404 text/html
   */
  @Post(':id/register')
  async choose(
    @Param('id') id: string,
    @Body() body: Unverified<RegistrationChoiceDto>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const missing = missingRegistrationPage(textsFor(req));
    sendOn(
      req,
      res,
      await this.registrations.choose(id, readChoice(body, isRegistrationFailureCode)),
      missing,
    );
  }
}
