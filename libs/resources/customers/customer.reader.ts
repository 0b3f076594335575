import { Injectable } from '@nestjs/common';
import { fail, failNotFound } from '#kernel/errors.js';
import type { ListView } from '#kernel/list.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { Resources } from '#engine/resources/resources.js';
import type { Card } from '../cards/rules/card.js';
import type { LinkedAccount } from '../linked-accounts/rules/linked-account.js';
import { toCard } from '../cards/card.row.js';
import { cardView, type CardView } from '../cards/card.view.js';
import { toLinkedAccount } from '../linked-accounts/linked-account.row.js';
import type { LinkedAccountView } from '../linked-accounts/linked-account.view.js';
import { CARD } from '../cards/card.resource.js';
import { LINKED_ACCOUNT } from '../linked-accounts/linked-account.resource.js';
import { CUSTOMER } from './customer.resource.js';

@Injectable()
export class CustomerReader {
  constructor(
    private readonly database: Database,
    private readonly resources: Resources,
  ) {}

  async findCard(scope: Scope, customerId: string, cardId: string): Promise<CardView> {
    await this.resources.load(CUSTOMER, scope, customerId);
    return cardView(await this.cardOf(scope, customerId, cardId));
  }

  async listCards(scope: Scope, customerId: string, params: Params): Promise<ListView<CardView>> {
    await this.resources.load(CUSTOMER, scope, customerId);
    return this.resources.list(CARD, scope, params, {
      location: `/customers/${customerId}/cards`,
      only: { customerId, deleted: false },
    });
  }

  async listLinkedAccounts(
    scope: Scope,
    customerId: string,
    params: Params,
  ): Promise<ListView<LinkedAccountView>> {
    await this.resources.load(CUSTOMER, scope, customerId);
    return this.resources.list(LINKED_ACCOUNT, scope, params, {
      location: `/customers/${customerId}/linked_accounts`,
      only: { customerId },
    });
  }

  /** One of the customer's cards. Throws `not_found`, also when the card is deleted. */
  async cardOf(tenant: Tenant, customerId: string, id: string): Promise<Card> {
    const card = await this.resources.load(CARD, tenant, id);
    return card.customerId === customerId ? card : failNotFound('card', id);
  }

  /** All cards that are not deleted, without a limit. */
  async cardsOf({ accountId, livemode }: Tenant, customerId: string): Promise<Card[]> {
    return (
      await this.database.card.findMany({ where: { accountId, livemode, customerId, deleted: false } })
    ).map(toCard);
  }

  /** The most recently added of the customer's other cards. */
  async latestCardId(
    { accountId, livemode }: Tenant,
    customerId: string,
    exceptId: string,
  ): Promise<string | null> {
    const latest = await this.database.card.findFirst({
      where: { accountId, livemode, customerId, deleted: false, id: { not: exceptId } },
      orderBy: [{ attachedAt: 'desc' }, { id: 'desc' }],
      select: { id: true },
    });
    return latest && latest.id;
  }

  /**
   * The card to charge: `cardId`, or the customer's default card. Throws `not_found` and `invalid_charge`.
   */
  async loadCard(
    { accountId, livemode }: Tenant,
    customerId: string,
    cardId: string | undefined,
  ): Promise<Card> {
    const stored = await this.database.customer.findFirst({
      where: { id: customerId, accountId, livemode, deleted: false },
      select: { defaultCard: true, cards: { where: { id: cardId ?? '', deleted: false }, take: 1 } },
    });
    if (!stored) return failNotFound('customer', customerId);
    const [named] = stored.cards;
    if (cardId !== undefined) return named ? toCard(named) : failNotFound('card', cardId);
    return stored.defaultCard
      ? toCard(stored.defaultCard)
      : fail('invalid_charge', 'customer has no card; add one, or send card or source');
  }

  /**
   * The linked account to charge: of the named customer, or of its owner. Throws `not_found`, and
   * `invalid_charge` for one without an owner.
   */
  async loadLinkedAccount(
    tenant: Tenant,
    id: string,
    customerId: string | undefined,
  ): Promise<LinkedAccount> {
    const { accountId, livemode } = tenant;
    const ownerId = customerId ?? (await this.ownerOf(tenant, id));
    const owner = await this.database.customer.findFirst({
      where: { id: ownerId, accountId, livemode, deleted: false },
      select: { linkedAccounts: { where: { id }, take: 1 } },
    });
    if (!owner) return failNotFound('customer', ownerId);
    const [found] = owner.linkedAccounts;
    return found ? toLinkedAccount(found) : failNotFound('linked_account', id);
  }

  private async ownerOf(tenant: Tenant, linkedAccountId: string): Promise<string> {
    const { customerId } = await this.resources.load(LINKED_ACCOUNT, tenant, linkedAccountId);
    return (
      customerId ??
      fail('invalid_charge', 'linked_account must be attached to a customer before it is charged')
    );
  }
}
