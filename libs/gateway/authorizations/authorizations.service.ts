import { Inject, Injectable } from '@nestjs/common';
import QRCode from 'qrcode';
import { ApiError } from '#domain/errors.js';
import { phaseOf } from '#domain/charges/charge.js';
import type { FailureCode } from '#domain/failures.js';
import { paymentMethodOf } from '#domain/payment-methods/registry.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS } from '#platform/config/config.module.js';
import type { Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { ChargeLifecycle } from '../charges/charge.lifecycle.js';
import { toChargeWithSource, type ChargeWithSource } from '../charges/charge.row.js';
import type { AuthorizationPage } from './authorization.page.js';

/** What the customer chose on the page. */
export type Choice = { readonly outcome: 'successful' } | { readonly outcome: 'failed'; readonly failureCode: FailureCode };

@Injectable()
export class AuthorizationsService {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly lifecycle: ChargeLifecycle,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** What the page of a payment shows, if there is such a payment. */
  async find(paymentId: string): Promise<AuthorizationPage | undefined> {
    const found = await this.load(paymentId);
    if (!found) return undefined;
    const account = await this.directory.get(found.charge.accountId);
    const address = `${this.settings.payUrl}/payments/${paymentId}/authorize`;
    const handOff = found.source && paymentMethodOf(found.source.type).handOff;
    const qr = handOff?.kind === 'qr' ? await QRCode.toString(address, { type: 'svg', margin: 2 }) : undefined;
    return { ...found, merchant: account.name, now: this.clock.now(account), qr };
  }

  /**
   * Carries the choice out. Answers where the customer goes next: back to the merchant once the charge is what they chose,
   * by this click or an earlier one; `undefined`, to see how it ended, when it ended otherwise.
   */
  async choose(paymentId: string, choice: Choice): Promise<{ returnUri: string | null } | undefined> {
    const found = await this.load(paymentId);
    if (!found) return undefined;
    const { charge } = await this.carryOut(found, choice).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.status < 500) return (await this.load(paymentId)) ?? found;
      throw error;
    });
    const phase = phaseOf(charge);
    const isAsChosen =
      choice.outcome === 'failed' ? charge.failureCode === choice.failureCode : phase === 'successful' || phase === 'authorized';
    return { returnUri: isAsChosen && phase !== 'expired' ? charge.returnUri : null };
  }

  private carryOut({ charge }: ChargeWithSource, choice: Choice): Promise<ChargeWithSource> {
    return choice.outcome === 'successful'
      ? this.lifecycle.authorize(charge, charge.id)
      : this.lifecycle.decline(charge, charge.id, choice.failureCode);
  }

  private async load(paymentId: string): Promise<ChargeWithSource | undefined> {
    const stored = await this.database.charge.findUnique({ where: { paymentId }, include: { source: true } });
    return stored ? toChargeWithSource(stored) : undefined;
  }
}
