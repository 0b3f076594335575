import { Injectable } from '@nestjs/common';
import QRCode from 'qrcode';
import { fail } from '#kernel/errors.js';
import { numberToText } from '#kernel/values.js';
import { Clock } from '#platform/clock/clock.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Account } from '#engine/accounts/account.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { readInOneEpoch } from '#engine/accounts/one-epoch.js';
import { PageOpenings } from '#engine/audit/page-openings.js';
import { Resources } from '#engine/resources/resources.js';
import { phaseOf, type Charge } from '#resources/charges/rules/charge.js';
import { asksForPassword, judgePassword } from '#resources/charges/rules/one-time-password.js';
import { paymentMethodOf } from '#resources/payment-methods/rules/registry.js';
import { drawCode } from '#resources/charges/code-drawing.js';
import { CHARGE } from '#resources/charges/charge.resource.js';
import type { LoadedCharge } from '#resources/charges/charge.row.js';
import type { Destination } from '../kit/page.response.js';
import { OtherWays } from '../payments/other-ways.service.js';
import { PageSettlement, type Settlement, type WrongPassword } from '../payments/page-settlement.service.js';
import type { AuthorizationPage } from './authorization.page.js';

/** A charge with its owner. */
interface OwnedCharge {
  readonly found: LoadedCharge;
  readonly account: Account;
}

@Injectable()
export class AuthorizationsService {
  constructor(
    private readonly resources: Resources,
    private readonly directory: AccountDirectory,
    private readonly settlement: PageSettlement,
    private readonly openings: PageOpenings,
    private readonly otherWays: OtherWays,
    private readonly clock: Clock,
  ) {}

  /** The same as {@link find}, and records that the page is opened while it waits for its customer. */
  open(paymentId: string): Promise<AuthorizationPage | undefined> {
    return readInOneEpoch(
      this.directory,
      () => this.loadWithAccount(paymentId),
      async (owned) => {
        if (phaseOf(owned.found.charge) === 'awaiting_customer')
          await this.openings.note(owned.account, owned.found.charge);
        return this.pageOf(owned);
      },
    );
  }

  find(paymentId: string): Promise<AuthorizationPage | undefined> {
    return readInOneEpoch(
      this.directory,
      () => this.loadWithAccount(paymentId),
      (owned) => this.pageOf(owned),
    );
  }

  private async pageOf({ found, account }: OwnedCharge): Promise<AuthorizationPage> {
    return {
      ...found,
      merchant: account.name,
      now: this.clock.now(account),
      code: (await drawCode(found)) ?? (await drawAddress(found, account)),
      challenge: account.threeDSecureChallenge,
      otherWaysAt:
        phaseOf(found.charge) === 'awaiting_customer'
          ? await this.otherWays.addressFor(account, found.charge)
          : undefined,
      theme: account.pageTheme,
      isFrozen: account.frozenAt !== null,
    };
  }

  /**
   * Carries the choice out. Answers where the customer goes next: back to the merchant when this click
   * settled the charge, though a card's issuer may have refused, or when an earlier one made it what they
   * chose, and otherwise to the page, which tells how it ended, or asks for a password where `password` was
   * wrong or is missing. `undefined`: there is no such payment.
   */
  async choose(paymentId: string, chosen: Settlement, password: unknown): Promise<Destination | undefined> {
    const owned = await this.loadWithAccount(paymentId);
    if (!owned) return undefined;
    const { found, account } = owned;
    const page = addressOf(account, paymentId);
    // A password that was sent counts, also where the sandbox has gone back to buttons since.
    const isAsked = asksForPassword(
      found.charge,
      password === undefined ? account.threeDSecureChallenge : 'otp',
    );
    const isWaiting = phaseOf(found.charge) === 'awaiting_customer';
    // A page that was opened before the sandbox asked for passwords: the one that asks takes its place.
    if (isAsked && isWaiting && chosen.outcome === 'successful' && password === undefined)
      return { page, returnUri: null, query: 'retry' };
    const choice = isAsked ? answeredChoice(chosen, password, isWaiting) : chosen;
    const settled = await this.settlement.settle(account, found.charge, choice);
    const { charge } = settled ?? (await this.resources.lookUpWhere(CHARGE, hasPayment(paymentId))) ?? found;
    const phase = phaseOf(charge);
    if (choice.outcome === 'wrong_password' && phase === 'awaiting_customer')
      return { page, returnUri: null, query: 'retry' };
    const isAsChosen = settled !== undefined || hasEndedSo(charge, choice);
    return { page, returnUri: isAsChosen && phase !== 'expired' ? charge.returnUri : null };
  }

  private loadWithAccount(paymentId: string): Promise<OwnedCharge | undefined> {
    return this.resources.lookUpWithAccount(CHARGE, hasPayment(paymentId));
  }
}

function hasPayment(paymentId: string): Prisma.Sql {
  return Prisma.sql`charge.payment_id = ${paymentId}`;
}

/** The code of the page itself, for methods whose customers would scan one of a wallet. */
async function drawAddress({ charge, source }: LoadedCharge, account: Account): Promise<string | undefined> {
  const handOff = source && paymentMethodOf(source.type).handOff;
  if (handOff?.kind !== 'qr') return undefined;
  return QRCode.toString(addressOf(account, charge.paymentId ?? ''), { type: 'svg', margin: 2 });
}

function hasEndedSo(charge: Charge, choice: Settlement | WrongPassword): boolean {
  const phase = phaseOf(charge);
  if (choice.outcome === 'successful') return phase === 'successful' || phase === 'authorized';
  return choice.outcome === 'expired' ? phase === 'expired' : charge.failureCode === choice.failureCode;
}

/**
 * The outcome of a cardholder's choice on a 3-D Secure page. Throws `bad_request` if a password `isWaited`
 * for and none was sent.
 */
function answeredChoice(choice: Settlement, sent: unknown, isWaited: boolean): Settlement | WrongPassword {
  if (choice.outcome !== 'successful') return choice;
  const password = numberToText(sent);
  const isMissing = typeof password !== 'string' || password.trim() === '';
  if (isMissing && !isWaited) return choice;
  if (isMissing) fail('bad_request', 'one_time_password is required on this page');
  const verdict = judgePassword(password);
  if (verdict === 'accepted') return choice;
  return { outcome: verdict === 'refused' ? 'failed' : 'wrong_password', failureCode: 'payment_rejected' };
}

function addressOf({ payUrl }: Account, paymentId: string): string {
  return `${payUrl}/payments/${paymentId}/authorize`;
}
