import { Injectable } from '@nestjs/common';
import { fail, failNotFound } from '#kernel/errors.js';
import { parseListQuery, type ListView } from '#kernel/list.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { Params } from '#platform/http/params.js';
import { Listing, listingOf } from '#platform/listing/listing.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import type { Card } from '../cards/rules/card.js';
import type { LinkedAccount } from '../linked-accounts/rules/linked-account.js';
import { toCard } from '../cards/card.row.js';
import { cardView, type CardView } from '../cards/card.view.js';
import { LinkedAccountReader } from '../linked-accounts/linked-account.reader.js';
import { toLinkedAccount } from '../linked-accounts/linked-account.row.js';
import type { LinkedAccountView } from '../linked-accounts/linked-account.view.js';
import { CUSTOMER_PARTS, toLoadedCustomer, type LoadedCustomer } from './customer.row.js';
import { customerView, type CustomerView } from './customer.view.js';

@Injectable()
export class CustomerReader {
  private readonly customers: Listing<LoadedCustomer, { deleted: boolean }>;
  private readonly cards: Listing<JsonRow<'Card'>>;

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly linkedAccounts: LinkedAccountReader,
  ) {
    this.customers = new Listing(database, 'customer', async (reader, { args }) =>
      (await reader.customer.findMany({ ...args, include: CUSTOMER_PARTS })).map(toLoadedCustomer),
    );
    this.cards = listingOf(database, 'Card');
  }

  async find(scope: Scope, id: string): Promise<CustomerView> {
    return customerView(await this.load(scope, id), await this.directory.viewContext(scope.accountId));
  }

  async list(scope: Scope, params: Params): Promise<ListView<CustomerView>> {
    const context = await this.directory.viewContext(scope.accountId);
    const query = parseListQuery(params, context.now);
    return this.customers.list(scope, query, '/customers', (loaded) => customerView(loaded, context), {
      deleted: false,
    });
  }

  async findCard(scope: Scope, customerId: string, cardId: string): Promise<CardView> {
    const { customer } = await this.load(scope, customerId);
    return cardView(await this.cardOf(scope, customer.id, cardId));
  }

  async listCards(scope: Scope, customerId: string, params: Params): Promise<ListView<CardView>> {
    await this.load(scope, customerId);
    const query = parseListQuery(params, (await this.directory.viewContext(scope.accountId)).now);
    const only = { customerId, deleted: false };
    return this.cards.list(
      scope,
      query,
      `/customers/${customerId}/cards`,
      (stored) => cardView(toCard(stored)),
      only,
    );
  }

  async listLinkedAccounts(
    scope: Scope,
    customerId: string,
    params: Params,
  ): Promise<ListView<LinkedAccountView>> {
    const { customer } = await this.load(scope, customerId);
    return this.linkedAccounts.list(scope, params, customer.id);
  }

  /** Throws `not_found`, also for a customer who is deleted (docs/fidelity.md U8). */
  async load({ accountId, livemode }: Tenant, id: string): Promise<LoadedCustomer> {
    const stored = await this.database.customer.findFirst({
      where: { id, accountId, livemode, deleted: false },
      include: CUSTOMER_PARTS,
    });
    return stored ? toLoadedCustomer(stored) : failNotFound('customer', id);
  }

  /** One of the customer's cards. Throws `not_found`, also when the card is deleted. */
  async cardOf({ accountId, livemode }: Tenant, customerId: string, id: string): Promise<Card> {
    const stored = await this.database.card.findFirst({
      where: { id, accountId, livemode, customerId, deleted: false },
    });
    return stored ? toCard(stored) : failNotFound('card', id);
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
    const { customerId } = await this.linkedAccounts.load(tenant, linkedAccountId);
    return (
      customerId ??
      fail('invalid_charge', 'linked_account must be attached to a customer before it is charged')
    );
  }
}
