import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { fail } from '#domain/errors.js';
import { isFailureCode } from '#domain/failures.js';
import type { Unverified } from '#platform/http/dto.js';
import type { Params } from '#platform/http/params.js';
import { NoKey } from '#platform/http/route-keys.js';
import { sendPage } from '../pages/page.response.js';
import { authorizationPage, missingPage } from './authorization.page.js';
import type { ChoiceDto } from './authorization.dto.js';
import { AuthorizationsService, type Choice } from './authorizations.service.js';

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
   * @answers 200 text/html
   * @answers 404 text/html
   */
  @Get(':paymentId/authorize')
  async show(@Param('paymentId') paymentId: string, @Res() res: Response): Promise<void> {
    const page = await this.authorizations.find(paymentId);
    if (page) sendPage(res, 200, authorizationPage(page));
    else sendPage(res, 404, missingPage());
  }

  /**
   * Takes the customer's choice. Whatever has become of it, the answer to a click is a redirect, so that going back or reloading sends nothing twice.
   * @answers 303
   * @answers 404 text/html
   */
  @Post(':paymentId/authorize')
  async choose(@Param('paymentId') paymentId: string, @Body() body: Unverified<ChoiceDto>, @Res() res: Response): Promise<void> {
    const result = await this.authorizations.choose(paymentId, readChoice((body ?? {}) as Params));
    if (!result) sendPage(res, 404, missingPage());
    else res.redirect(303, result.location);
  }
}

function readChoice({ outcome, failure_code: sent }: Params): Choice {
  const failureCode = sent || 'payment_rejected';
  if (outcome === 'successful') return { outcome };
  if (outcome === 'failed' && isFailureCode(failureCode)) return { outcome, failureCode };
  return fail('bad_request', 'outcome must be successful, or failed with a failure_code that the page offers');
}
