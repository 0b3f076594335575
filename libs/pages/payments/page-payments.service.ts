import { Injectable } from '@nestjs/common';
import { NEWEST_VERSION } from '#kernel/api-versions/versions.js';
import { fail } from '#kernel/errors.js';
import { isIdOf } from '#kernel/ids.js';
import { isBlank, isObject } from '#kernel/values.js';
import type { Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { Prisma } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import type { Account } from '#engine/accounts/account.js';
import { WebhooksBeforeAnswer } from '#engine/faults/webhooks-before-answer.js';
import { Resources } from '#engine/resources/resources.js';
import { ASKED_FIELDS } from '#resources/payment-methods/rules/offered-methods.js';
import { paymentMethodOf } from '#resources/payment-methods/rules/registry.js';
import { ADDRESS_FIELDS } from '#resources/sources/rules/source-details.js';
import { drawCode } from '#resources/charges/code-drawing.js';
import { ChargeCreation } from '#resources/charges/charge.creation.js';
import type { CreateChargeDto } from '#resources/charges/charge.dto.js';
import { CHARGE } from '#resources/charges/charge.resource.js';
import type { ChargeView } from '#resources/charges/charge.view.js';
import type { PaymentPage } from '#resources/charges/new-charge.js';
import { isRequiredAddressField, type OfferedWays } from './payment-choice.js';
import type { PaymentChoice, VaultAccess } from './payment-forms.js';
import type { PaidCharge } from './payment-progress.js';

/** As sources take them (docs/fidelity.md S10). */
const MAX_ITEM_NAME_LENGTH = 255;
const NOT_OFFERED = 'method must be a payment method of the page';
const PAYMENT_ID = /\/payments\/([^/]+)\/authorize/;

/** A payment that a customer asks for on a page. */
export interface PageOrder {
  readonly account: Account;
  readonly livemode: boolean;
  /** The parameters of the charge without its payment method. */
  readonly request: CreateChargeDto;
  readonly choice: OfferedWays;
  readonly page: PaymentPage;
}

/** The common part of pages with a choice of payment methods. */
@Injectable()
export class PagePayments {
  constructor(
    private readonly database: Database,
    private readonly resources: Resources,
    private readonly creation: ChargeCreation,
    private readonly webhooks: WebhooksBeforeAnswer,
  ) {}

  async choice(
    { takesCards, methods }: OfferedWays,
    account: Account,
    tenant: Tenant,
  ): Promise<PaymentChoice> {
    return { vault: takesCards ? await this.vaultOf(account, tenant) : undefined, methods };
  }

  /** The charge that is found so, as a page shows it. */
  async paidCharge(where: Prisma.Sql): Promise<PaidCharge | undefined> {
    const loaded = await this.resources.lookUpWhere(CHARGE, where);
    if (!loaded) return undefined;
    const { paymentId } = loaded.charge;
    const code = await drawCode(loaded);
    const continueAt = paymentId === null || code !== undefined ? undefined : paymentPage(paymentId);
    return { ...loaded, code, continueAt };
  }

  /**
   * Creates the charge with the payment method that the customer has chosen. Throws the errors of `POST
   * /charges`, and those of the page.
   */
  async pay(order: PageOrder, asked: Params): Promise<ChargeView> {
    const { account, livemode, page } = order;
    const scope = { accountId: account.id, livemode, keyKind: 'secret', apiVersion: NEWEST_VERSION } as const;
    const charge = await this.creation.create(scope, chargeRequest(order, asked), page);
    await this.webhooks.wait(account);
    return charge;
  }

  private async vaultOf({ vaultUrl }: Account, { accountId, livemode }: Tenant): Promise<VaultAccess> {
    const found = await this.database.apiKey.findFirst({
      where: { accountId, livemode, kind: 'public' },
      select: { publicKey: true },
    });
    return { url: vaultUrl, key: found?.publicKey ?? '' };
  }
}

/**
 * The page of a payment that waits for its customer there; nothing where its code is shown beside the choice,
 * or it has ended.
 */
export function pageOfPayment({
  status,
  authorize_uri: uri,
  source,
}: Pick<ChargeView, 'status' | 'authorize_uri' | 'source'>): string | undefined {
  if (status !== 'pending' || (source && paymentMethodOf(source.type).code)) return undefined;
  const paymentId = PAYMENT_ID.exec(uri ?? '')?.[1];
  return paymentId === undefined ? undefined : paymentPage(paymentId);
}

/** The page of a payment, as the pages beside it lead there. */
function paymentPage(paymentId: string): string {
  return `../payments/${paymentId}/authorize`;
}

function chargeRequest(
  { livemode, request, choice }: PageOrder,
  { method, card, ...others }: Params,
): CreateChargeDto {
  if (method === 'card' && choice.takesCards) {
    // Input that is not a token's id is neither used nor shown.
    const isToken = typeof card === 'string' && isIdOf('token', livemode, card);
    return isToken ? { ...request, card } : fail('bad_request', 'card must be the id of a token');
  }
  const offered = choice.methods.find(({ method: { type } }) => type === method);
  if (!offered) return fail('bad_request', NOT_OFFERED);
  const details = ASKED_FIELDS.filter((field) => offered.fields.includes(field)).map((field) => [
    field,
    others[field],
  ]);
  const goods = offered.needsGoods
    ? { shipping: addressOf(others['shipping']), items: [orderedItem(request)] }
    : {};
  return {
    ...request,
    source: {
      type: offered.method.type,
      ...Object.fromEntries(details),
      ...goods,
    } as CreateChargeDto['source'] & object,
  };
}

/** An address as the page sends it. Throws `bad_request` without the parts that the page requires. */
function addressOf(sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  const isEmpty = (value: unknown): boolean => isBlank(typeof value === 'string' ? value.trim() : value);
  const missing = ADDRESS_FIELDS.filter((field) => isRequiredAddressField(field) && isEmpty(sent[field]));
  if (missing.length === 0) return sent;
  return fail('bad_request', missing.map((field) => `shipping[${field}] cannot be blank`).join(', '));
}

/** The order as one item: the page knows no more of it. */
function orderedItem({ amount, description }: CreateChargeDto): object {
  const name = typeof description === 'string' ? description.slice(0, MAX_ITEM_NAME_LENGTH) : 'Order';
  return { name, amount, quantity: 1 };
}
