import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { fail } from '#domain/errors.js';
import { isRegistrationFailureCode } from '#domain/linked-accounts/linked-account.js';
import type { Unverified } from '#platform/http/dto.js';
import type { Params } from '#platform/http/params.js';
import { NoKey } from '#platform/http/route-keys.js';
import { sendPage } from '../pages/page.response.js';
import { missingRegistrationPage, registrationPage } from './registration.page.js';
import type { RegistrationChoiceDto } from './registration.dto.js';
import { RegistrationsService, type Choice } from './registrations.service.js';

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
   * @answers 200 text/html
   * @answers 404 text/html
   */
  @Get(':id/register')
  async show(@Param('id') id: string, @Res() res: Response): Promise<void> {
    const page = await this.registrations.find(id);
    if (page) sendPage(res, 200, registrationPage(page));
    else sendPage(res, 404, missingRegistrationPage());
  }

  /**
   * Takes the owner's choice. Whatever has become of it, the answer to a click is a redirect, so that going back or reloading sends nothing twice.
   * @answers 303
   * @answers 404 text/html
   */
  @Post(':id/register')
  async choose(@Param('id') id: string, @Body() body: Unverified<RegistrationChoiceDto>, @Res() res: Response): Promise<void> {
    const result = await this.registrations.choose(id, readChoice((body ?? {}) as Params));
    if (!result) sendPage(res, 404, missingRegistrationPage());
    else res.redirect(303, result.location);
  }
}

function readChoice({ outcome, failure_code: sent }: Params): Choice {
  const failureCode = sent || 'payment_rejected';
  if (outcome === 'successful') return { outcome };
  if (outcome === 'failed' && isRegistrationFailureCode(failureCode)) return { outcome, failureCode };
  return fail('bad_request', 'outcome must be successful, or failed with a failure_code that the page offers');
}
