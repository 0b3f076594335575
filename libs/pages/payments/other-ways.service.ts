import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Account } from '#engine/accounts/account.js';
import { Resources } from '#engine/resources/resources.js';
import type { Charge } from '#resources/charges/rules/charge.js';
import { CHECKOUT_SESSION } from '#resources/checkout/checkout-session.resource.js';
import { checkoutUrl } from '#resources/checkout/checkout-session.view.js';
import { LINK } from '#resources/links/link.resource.js';
import { linkPhaseOf } from '#resources/links/rules/link.js';
import { paymentUri } from '#resources/links/link.view.js';
import { hasOtherWays, INSTEAD_OF, waysOfLink, waysOfSession } from './payment-choice.js';

/** Finds the link or checkout session that a payment was begun on. */
@Injectable()
export class OtherWays {
  constructor(
    private readonly resources: Resources,
    private readonly clock: Clock,
  ) {}

  /**
   * Where the customer of a waiting payment can choose another way to pay, as an address relative to the page
   * of the payment; `undefined` if there is no other way.
   */
  async addressFor(account: Account, charge: Charge): Promise<string | undefined> {
    const page =
      charge.linkId === null
        ? await this.sessionPage(account, charge)
        : await this.linkPage(account, charge.linkId);
    return page === undefined ? undefined : `../..${page}?${INSTEAD_OF}=${charge.id}`;
  }

  private async linkPage(account: Account, id: string): Promise<string | undefined> {
    const link = await this.resources.lookUpWhere(LINK, Prisma.sql`link.id = ${id}`);
    const isOpen = link && linkPhaseOf(link) === 'open' && hasOtherWays(waysOfLink(link, account));
    return isOpen ? paymentUri(link, { payUrl: '' }) : undefined;
  }

  private async sessionPage(account: Account, { id }: Charge): Promise<string | undefined> {
    const found = await this.resources.lookUpWhere(
      CHECKOUT_SESSION,
      Prisma.sql`checkout_session.charge_id = ${id}`,
    );
    if (!found) return undefined;
    const { session } = found;
    const isOpen =
      this.clock.now(account) < session.expiresAt && hasOtherWays(waysOfSession(session, account));
    return isOpen ? checkoutUrl(session, { payUrl: '' }) : undefined;
  }
}
