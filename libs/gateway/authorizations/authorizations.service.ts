import { Injectable } from '@nestjs/common';
import QRCode from 'qrcode';
import { fail } from '#domain/errors.js';
import { phaseOf } from '#domain/charges/charge.js';
import { failureCodesOf, type FailureCode } from '#domain/failures.js';
import { paymentMethodOf } from '#domain/payment-methods/registry.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { requestId } from '#platform/logging/request-context.js';
import type { Account } from '../accounts/account.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { ChargeLifecycle } from '../charges/charge.lifecycle.js';
import { queryCharge } from '../charges/charge.queries.js';
import type { LoadedCharge } from '../charges/charge.row.js';
import { WebhooksBeforeAnswer } from '../faults/webhooks-before-answer.js';
import { unlessRefused, type Choice } from '../pages/choice.js';
import type { Destination } from '../pages/page.response.js';
import type { AuthorizationPage } from './authorization.page.js';

@Injectable()
export class AuthorizationsService {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly lifecycle: ChargeLifecycle,
    private readonly clock: Clock,
    private readonly webhooks: WebhooksBeforeAnswer,
  ) {}

  /** What the page of a payment shows, if there is such a payment. */
  async find(paymentId: string): Promise<AuthorizationPage | undefined> {
    const found = await this.load(paymentId);
    const account = found && (await this.directory.find(found.charge.accountId));
    if (!account) return undefined;
    const handOff = found.source && paymentMethodOf(found.source.type).handOff;
    const qr = handOff?.kind === 'qr' ? await QRCode.toString(addressOf(account, paymentId), { type: 'svg', margin: 2 }) : undefined;
    return { ...found, merchant: account.name, now: this.clock.now(account), qr };
  }

  /**
   * Carries the choice out. Answers where the customer goes next: back to the merchant when this click settled the charge, though a
   * card's issuer may have refused, or when an earlier one made it what they chose, and otherwise to the page, which tells how it ended. `undefined`: there is no such payment.
   */
  async choose(paymentId: string, choice: Choice<FailureCode>): Promise<Destination | undefined> {
    const found = await this.load(paymentId);
    const account = found && (await this.directory.find(found.charge.accountId));
    if (!account) return undefined;
    if (choice.outcome === 'failed' && !failureCodesOf(found.charge).includes(choice.failureCode)) {
      fail('bad_request', `failure_code must be one of ${failureCodesOf(found.charge).join(', ')}`);
    }
    const began = this.clock.machineNow();
    const settled = await unlessRefused(this.carryOut(found, choice));
    await this.webhooks.wait(account, requestId() ?? '', began);
    const { charge } = settled ?? (await this.load(paymentId)) ?? found;
    const phase = phaseOf(charge);
    const isAsChosen =
      settled !== undefined ||
      (choice.outcome === 'failed' ? charge.failureCode === choice.failureCode : phase === 'successful' || phase === 'authorized');
    return { page: addressOf(account, paymentId), returnUri: isAsChosen && phase !== 'expired' ? charge.returnUri : null };
  }

  private carryOut({ charge }: LoadedCharge, choice: Choice<FailureCode>): Promise<LoadedCharge> {
    return choice.outcome === 'successful'
      ? this.lifecycle.authorize(charge, charge.id)
      : this.lifecycle.decline(charge, charge.id, choice.failureCode);
  }

  private load(paymentId: string): Promise<LoadedCharge | undefined> {
    return queryCharge(this.database, Prisma.sql`charge.payment_id = ${paymentId}`);
  }
}

function addressOf({ payUrl }: Account, paymentId: string): string {
  return `${payUrl}/payments/${paymentId}/authorize`;
}
