import { Inject, Injectable } from '@nestjs/common';
import { throwProblems } from '#kernel/errors.js';
import { assertMetadata } from '#kernel/metadata.js';
import { parseCurrency } from '#kernel/money.js';
import type { Scope } from '#kernel/scope.js';
import { isBlank } from '#kernel/values.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { withRequestHost } from '#platform/http/request-host.js';
import type { Account } from '#engine/accounts/account.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { newId } from '#engine/writes/new-id.js';
import { OptimisticWrite } from '#engine/writes/optimistic-write.js';
import { toRow } from '#engine/writes/rows.js';
import { Resources } from '#engine/resources/resources.js';
import { availableMethods } from '../capability/capability.view.js';
import { SESSION_EXPIRES_AFTER_MS, type CheckoutSession } from './rules/checkout-session.js';
import { asObject, sessionProblems } from './rules/checkout-session.rules.js';
import type { CreateSessionDto } from './checkout-session.dto.js';
import { checkoutSessionView, type CheckoutSessionView } from './checkout-session.view.js';
import { CHECKOUT_SESSION } from './checkout-session.resource.js';

@Injectable()
export class CheckoutSessionsService {
  constructor(
    private readonly resources: Resources,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly writes: OptimisticWrite,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Throws `invalid_checkout_session` with everything that is wrong, and `bad_request`. `host` is the name
   * that is asked.
   */
  async create(
    { accountId, livemode }: Scope,
    body: CreateSessionDto,
    host: string | undefined,
  ): Promise<CheckoutSessionView> {
    const metadata = assertMetadata(body.metadata);
    const available = availableMethods(await this.directory.get(accountId));
    throwProblems('invalid_checkout_session', sessionProblems(body, available));
    return this.writes.write({ accountId, livemode }, (now, account) => {
      const session: CheckoutSession = {
        id: newId('checkout_session', livemode),
        accountId,
        livemode,
        version: 0,
        ...termsOf(body, account),
        metadata,
        chargeId: null,
        createdAt: now,
        expiresAt: new Date(now.getTime() + SESSION_EXPIRES_AFTER_MS),
        cancelledAt: null,
      };
      const answer = checkoutSessionView(
        { session, charge: null },
        { ...account, payUrl: this.pagesAt(host, account), now },
      );
      return { insert: { checkout_session: [toRow('checkout_session', session)] }, answer };
    });
  }

  async find(scope: Scope, id: string, host: string | undefined): Promise<CheckoutSessionView> {
    const loaded = await this.resources.load(CHECKOUT_SESSION, scope, id);
    const account = await this.directory.get(scope.accountId);
    return checkoutSessionView(loaded, {
      ...account,
      payUrl: this.pagesAt(host, account),
      now: this.clock.now(account),
    });
  }

  /**
   * Plugins refuse a page on another host than the one that they asked, of which there are several by name
   * (docs/fidelity.md CS1).
   */
  private pagesAt(host: string | undefined, { payUrl }: Pick<Account, 'payUrl'>): string {
    return withRequestHost(payUrl, host, this.settings.tlsNames);
  }
}

type Terms = Omit<
  CheckoutSession,
  | 'id'
  | 'accountId'
  | 'livemode'
  | 'version'
  | 'metadata'
  | 'chargeId'
  | 'createdAt'
  | 'expiresAt'
  | 'cancelledAt'
>;

function termsOf(body: CreateSessionDto, account: Account): Terms {
  const { complete_url: completeUrl, cancel_url: cancelUrl } = asObject(body.redirect_urls);
  const { theme_color: themeColor, text_color: textColor } = asObject(body.style);
  return {
    amount: Number(body.amount),
    currency: parseCurrency(body.currency) ?? account.currency,
    orderId: body.order_id ?? null,
    description: body.description ?? null,
    paymentMethods: [...new Set(body.payment_methods as string[])],
    completeUrl: String(completeUrl),
    cancelUrl: String(cancelUrl),
    themeColor: textOrNull(themeColor),
    textColor: textOrNull(textColor),
    locale: textOrNull(body.locale),
    autoCapture: body.auto_capture ?? true,
    webhookEndpoints: body.webhook_endpoints ?? [],
  };
}

function textOrNull(value: unknown): string | null {
  return isBlank(value) ? null : String(value);
}
