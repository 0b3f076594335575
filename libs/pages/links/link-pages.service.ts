import { Injectable } from '@nestjs/common';
import { withPrefix } from '#kernel/ids.js';
import { Clock } from '#platform/clock/clock.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import type { Account } from '#engine/accounts/account.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { readInOneEpoch, writeInOneEpoch } from '#engine/accounts/one-epoch.js';
import { Resources } from '#engine/resources/resources.js';
import type { Charge } from '#resources/charges/rules/charge.js';
import type { Link } from '#resources/links/rules/link.js';
import { assertOpen } from '#resources/links/rules/link.rules.js';
import type { ChargeView } from '#resources/charges/charge.view.js';
import { LinkPayments } from '#resources/charges/link-payments.js';
import { LINK } from '#resources/links/link.resource.js';
import { paymentUri } from '#resources/links/link.view.js';
import { waysOfLink } from '../payments/payment-choice.js';
import { PagePayments, type PageOrder } from '../payments/page-payments.service.js';
import { assertTestMode, PageSettlement, type Settlement } from '../payments/page-settlement.service.js';
import type { PaidCharge } from '../payments/payment-progress.js';
import type { LinkPage } from './link.page.js';

const CODE = /^[0-9A-Z]{19}$/;

interface Found {
  readonly link: Link;
  readonly account: Account;
}

@Injectable()
export class LinkPagesService {
  constructor(
    private readonly resources: Resources,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly payments: PagePayments,
    private readonly linkPayments: LinkPayments,
    private readonly settlement: PageSettlement,
  ) {}

  /** The page of a link, with `chargeId` the page of that payment; `undefined` for an unknown link. */
  find(code: string, chargeId: unknown): Promise<LinkPage | undefined> {
    return readInOneEpoch(
      this.directory,
      () => this.load(code),
      async (found) => {
        const { link, account } = found;
        const paid = await this.paymentOf(link, chargeId);
        const choice = await this.payments.choice(waysOfLink(link, account), account, link);
        return {
          link,
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
   * Pays the link as the customer asks. `undefined`: there is no such link. Throws what a charge is refused
   * with, and `invalid_link`.
   */
  async pay(code: string, asked: Params): Promise<ChargeView | undefined> {
    const found = await this.load(code);
    if (!found) return undefined;
    return writeInOneEpoch(this.directory, found.account, () => {
      assertOpen(found.link);
      return this.payments.pay(this.orderOf(found), asked);
    });
  }

  /**
   * Settles a pending payment of the link, in test mode. `undefined` without such a link or payment. Throws
   * `bad_request`.
   */
  async settle(code: string, chargeId: unknown, choice: Settlement): Promise<Charge | undefined> {
    const found = await this.load(code);
    const paid = found && (await this.paymentOf(found.link, chargeId));
    if (!paid) return undefined;
    assertTestMode(paid.charge);
    await this.settlement.settle(found.account, paid.charge, choice);
    return paid.charge;
  }

  private async paymentOf({ id }: Link, chargeId: unknown): Promise<PaidCharge | undefined> {
    if (typeof chargeId !== 'string') return undefined;
    return this.payments.paidCharge(Prisma.sql`charge.id = ${chargeId} AND charge.link_id = ${id}`);
  }

  private async load(code: string): Promise<Found | undefined> {
    if (!CODE.test(code)) return undefined;
    const ids = [true, false].map((livemode) => withPrefix('link', livemode, code.toLowerCase()));
    const owned = await this.resources.lookUpWithAccount(LINK, Prisma.sql`link.id = ANY(${ids}::text[])`);
    return owned && { link: owned.found, account: owned.account };
  }

  private orderOf({ link, account }: Found): PageOrder {
    const { id, livemode, amount, currency, description } = link;
    const uri = paymentUri(link, account);
    return {
      account,
      livemode,
      choice: waysOfLink(link, account),
      request: { amount, currency, description, return_uri: uri },
      page: {
        linkId: id,
        returnUri: (chargeId) => `${uri}?charge=${chargeId}`,
        changesFor: async (charge) => ({ updates: await this.linkPayments.updatesFor(charge) }),
      },
    };
  }
}
