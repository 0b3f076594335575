import { Injectable } from '@nestjs/common';
import { objectOfId } from '#kernel/ids.js';
import { Clock } from '#platform/clock/clock.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import type { Account } from '#engine/accounts/account.js';
import { PageOpenings } from '#engine/audit/page-openings.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { readInOneEpoch, writeInOneEpoch } from '#engine/accounts/one-epoch.js';
import { OptimisticWrite } from '#engine/writes/optimistic-write.js';
import { toUpdate } from '#engine/writes/rows.js';
import { Resources } from '#engine/resources/resources.js';
import {
  sessionPhaseOf,
  withChargeId,
  type CheckoutSession,
} from '#resources/checkout/rules/checkout-session.js';
import { assertPayable } from '#resources/checkout/rules/checkout-session.rules.js';
import { ChargeLifecycle } from '#resources/charges/charge.lifecycle.js';
import { CHECKOUT_SESSION } from '#resources/checkout/checkout-session.resource.js';
import { checkoutUrl } from '#resources/checkout/checkout-session.view.js';
import { waysOfSession } from '../payments/payment-choice.js';
import { pageOfPayment, PagePayments, type PageOrder } from '../payments/page-payments.service.js';
import { assertTestMode, PageSettlement, type Settlement } from '../payments/page-settlement.service.js';
import type { PaidCharge } from '../payments/payment-progress.js';
import type { Destination } from '../kit/page.response.js';
import type { CheckoutPage } from './checkout.page.js';

/** The destination of a customer who has submitted a payment. */
export interface NextPage {
  /** The page of the payment, if the customer must authorize it. */
  readonly paymentPage: string | undefined;
  /** The destination otherwise. */
  readonly to: Destination;
}

interface Found {
  readonly session: CheckoutSession;
  readonly account: Account;
}

@Injectable()
export class CheckoutPagesService {
  constructor(
    private readonly resources: Resources,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly writes: OptimisticWrite,
    private readonly charges: ChargeLifecycle,
    private readonly payments: PagePayments,
    private readonly settlement: PageSettlement,
    private readonly openings: PageOpenings,
  ) {}

  /** The page of a session; `undefined` for an unknown session. */
  find(id: string): Promise<CheckoutPage | undefined> {
    return readInOneEpoch(
      this.directory,
      () => this.load(id),
      async (found) => {
        const { session, account } = found;
        if (sessionPhaseOf(session, this.clock.now(account)) === 'open')
          await this.openings.note(account, session);
        const paid = await this.paymentOf(session);
        const choice = await this.payments.choice(waysOfSession(session, account), account, session);
        return {
          session,
          merchant: account.name,
          now: this.clock.now(account),
          isFrozen: account.frozenAt !== null,
          choice,
          paid,
        };
      },
    );
  }

  /**
   * Pays the session as the customer asks. The waiting payment `insteadOf` expires. `undefined`: there is no
   * such session. Throws what a charge is refused with, and `invalid_checkout_session`.
   */
  async pay(id: string, asked: Params, insteadOf?: string): Promise<NextPage | undefined> {
    const found = await this.load(id);
    if (!found) return undefined;
    const charge = await writeInOneEpoch(this.directory, found.account, () => {
      assertPayable(found.session, this.clock.now(found.account), insteadOf);
      return this.payments.pay(this.orderOf(found, insteadOf), asked);
    });
    const isWaiting = charge.status === 'pending' && !charge.authorized;
    const to = {
      page: checkoutUrl(found.session, found.account),
      returnUri: isWaiting ? null : charge.return_uri,
    };
    return { paymentPage: pageOfPayment(charge), to };
  }

  /**
   * The customer pays nothing, unless they have begun to. Answers where they go; `undefined`: there is no
   * such session.
   */
  async cancel(id: string): Promise<Destination | undefined> {
    const found = await this.load(id);
    if (!found) return undefined;
    const cancel = (): Promise<CheckoutSession> =>
      this.writes.change('checkout_session', found.session, id, async (now) => {
        const { session } = await this.resources.load(CHECKOUT_SESSION, found.session, id);
        if (sessionPhaseOf(session, now) !== 'open') return { answer: session };
        return {
          updates: [toUpdate('checkout_session', session, { ...session, cancelledAt: now })],
          answer: { ...session, cancelledAt: now },
        };
      });
    const after = await writeInOneEpoch(this.directory, found.account, cancel);
    return {
      page: checkoutUrl(after, found.account),
      returnUri: after.chargeId === null ? after.cancelUrl : null,
    };
  }

  /**
   * Settles the pending payment, in test mode. Answers where the customer goes; `undefined` without such a
   * session or payment.
   */
  async settle(id: string, choice: Settlement): Promise<Destination | undefined> {
    const found = await this.load(id);
    const paid = found && (await this.paymentOf(found.session));
    if (!paid) return undefined;
    assertTestMode(paid.charge);
    const settled = await this.settlement.settle(found.account, paid.charge, choice);
    const isLeaving = settled !== undefined && choice.outcome !== 'expired';
    return {
      page: checkoutUrl(found.session, found.account),
      returnUri: isLeaving ? settled.charge.returnUri : null,
    };
  }

  private async paymentOf({ chargeId, accountId }: CheckoutSession): Promise<PaidCharge | undefined> {
    if (chargeId === null) return undefined;
    return this.payments.paidCharge(Prisma.sql`charge.id = ${chargeId} AND charge.account_id = ${accountId}`);
  }

  private async load(id: string): Promise<Found | undefined> {
    if (objectOfId(id) !== 'checkout_session') return undefined;
    const owned = await this.resources.lookUpWithAccount(
      CHECKOUT_SESSION,
      Prisma.sql`checkout_session.id = ${id}`,
    );
    return owned && { session: owned.found.session, account: owned.account };
  }

  private orderOf({ session, account }: Found, insteadOf: string | undefined): PageOrder {
    const { livemode, amount, currency, metadata, autoCapture, completeUrl, webhookEndpoints } = session;
    const description = session.description === null ? {} : { description: session.description };
    return {
      account,
      livemode,
      choice: waysOfSession(session, account),
      request: {
        amount,
        currency,
        metadata,
        ...description,
        capture: autoCapture,
        return_uri: completeUrl,
        webhook_endpoints: [...webhookEndpoints],
      },
      page: {
        returnUri: (chargeId) => withChargeId(completeUrl, chargeId),
        // A concurrent payment or cancellation changes the version of the session or of its former charge,
        // and one of both is written.
        changesFor: async ({ id: chargeId, createdAt }) => {
          const { session: latest } = await this.resources.load(CHECKOUT_SESSION, session, session.id);
          assertPayable(latest, createdAt, insteadOf);
          const { updates = [], events = [] } =
            latest.chargeId === null
              ? {}
              : await this.charges.expiry(latest, latest.chargeId, createdAt, account);
          return {
            updates: [...updates, toUpdate('checkout_session', latest, { ...latest, chargeId })],
            events,
          };
        },
      },
    };
  }
}
