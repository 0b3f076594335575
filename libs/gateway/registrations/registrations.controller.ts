import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isRegistrationFailureCode } from '#domain/linked-accounts/linked-account.js';
import type { Unverified } from '#platform/http/dto.js';
import { NoKey } from '#platform/http/route-keys.js';
import { readChoice } from '../pages/choice.js';
import { isReturning, sendOn, sendPage } from '../pages/page.response.js';
import { textsFor } from '../pages/texts/catalogue.js';
import { missingRegistrationPage, registrationPage } from './registration.page.js';
import type { RegistrationChoiceDto } from './registration.dto.js';
import { RegistrationsService } from './registrations.service.js';

/**
 * The page behind a linked account's `registration_uri` (docs/fidelity.md LA6). Whoever has the address may choose: it is the secret.
 * @host pay
 */
@Controller('linked_accounts')
@NoKey()
export class RegistrationsController {
  constructor(private readonly registrations: RegistrationsService) {}

  /**
   * Shows the page where an owner registers their bank account or refuses.
   * @query return The page goes on to the shop once it is known how it ended.
   * @query ended The page stays.
   * @answers 200 text/html
   * @answers 404 text/html
   */
  @Get(':id/register')
  async show(@Param('id') id: string, @Req() req: Request, @Res() res: Response): Promise<void> {
    const texts = textsFor(req);
    const page = await this.registrations.open(id);
    sendPage(res, page && registrationPage(page, texts, isReturning(req)), missingRegistrationPage(texts));
  }

  /**
   * Takes the owner's choice. Whatever has become of it, the answer to a click is a redirect, so that going back or reloading sends nothing twice: in a
   * browser to this page, which goes on to the shop; anywhere else to the shop.
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
    sendOn(req, res, await this.registrations.choose(id, readChoice(body, isRegistrationFailureCode)), missing);
  }
}
