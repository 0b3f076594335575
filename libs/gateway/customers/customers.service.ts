import { Injectable } from '@nestjs/common';
import type { Card } from '#domain/cards/card.js';
import type { Customer } from '#domain/customers/customer.js';
import { eventsOfUpdate, updatedCustomer, type CustomerChanges } from '#domain/customers/customer.rules.js';
import { failNotFound } from '#domain/errors.js';
import type { EventKey } from '#domain/events/event-keys.js';
import { newId } from '#domain/ids.js';
import type { Scope, Tenant } from '#domain/scope.js';
import type { Move } from '../events/changes.js';
import { TokenReader } from '../tokens/token.reader.js';
import { useToken } from '../tokens/token.row.js';
import type { CreateCustomerDto, UpdateCustomerDto } from './customer.dto.js';
import { CustomerLifecycle, moveOfCard, type Decision } from './customer.lifecycle.js';
import { CustomerReader } from './customer.reader.js';
import { toCustomerRow, withCard, type LoadedCustomer } from './customer.row.js';
import { customerView, type CustomerView } from './customer.view.js';

/** A card that becomes the customer's, and what has to move for it. */
interface Attachment {
  readonly card: Card;
  readonly moves: readonly Move[];
}

@Injectable()
export class CustomersService {
  constructor(
    private readonly lifecycle: CustomerLifecycle,
    private readonly reader: CustomerReader,
    private readonly tokens: TokenReader,
  ) {}

  create(scope: Scope, body: CreateCustomerDto): Promise<CustomerView> {
    refuseLinkedAccount(body.linked_account);
    return this.lifecycle.create(scope, async (now) => {
      const blank = newCustomer(scope, now);
      const attachment = await this.attachment(scope, body.card, blank.id, now);
      const customer = updatedCustomer(blank, changesOf(body), attachment?.card.id);
      const after = withCard({ customer, cards: [], cardCount: 0 }, attachment?.card);
      return {
        ...decided(after, ['customer.create'], now),
        insert: { customer: [toCustomerRow(customer)] },
        moves: attachment?.moves ?? [],
      };
    });
  }

  update(scope: Scope, id: string, body: UpdateCustomerDto): Promise<CustomerView> {
    refuseLinkedAccount(body.linked_account);
    const changes = changesOf(body);
    return this.lifecycle.change(scope, id, async (before, now) => {
      const attachment = await this.attachment(scope, body.card, id, now);
      const { defaultCardId } = changes;
      if (defaultCardId !== undefined && defaultCardId !== attachment?.card.id) await this.reader.cardOf(scope, id, defaultCardId);
      const customer = updatedCustomer(before.customer, changes, attachment?.card.id);
      const after = withCard({ ...before, customer }, attachment?.card);
      const keys = eventsOfUpdate(changes, attachment !== undefined);
      return { ...decided(after, keys, now), customer, moves: attachment?.moves ?? [] };
    });
  }

  /** For good; the customer can still be looked at (docs/fidelity.md U8). */
  destroy(scope: Scope, id: string): Promise<CustomerView> {
    return this.lifecycle.change(scope, id, (before, now) => {
      const customer = { ...before.customer, deleted: true };
      return Promise.resolve({ ...decided({ ...before, customer }, ['customer.destroy'], now), customer });
    });
  }

  /** Throws `not_found` and `used_token`. */
  private async attachment(tenant: Tenant, tokenId: string | undefined, customerId: string, now: Date): Promise<Attachment | undefined> {
    if (tokenId === undefined) return undefined;
    const { token, card: loose } = await this.tokens.load(tenant, tokenId);
    const card = { ...loose, customerId, attachedAt: now };
    return { card, moves: [useToken(token, { now }), moveOfCard(loose, card)] };
  }
}

/** The answer and the events, which show the customer alike. */
function decided(after: LoadedCustomer, keys: readonly EventKey[], now: Date): Pick<Decision<CustomerView>, 'answer' | 'events'> {
  const view = customerView(after, now);
  return { answer: view, events: keys.map((key) => ({ key, objectId: view.id, data: view })) };
}

function newCustomer({ accountId, livemode }: Tenant, now: Date): Customer {
  const id = newId('customer', livemode, now);
  const nothing = { description: null, email: null, metadata: {}, defaultCardId: null };
  return { id, accountId, livemode, version: 0, ...nothing, deleted: false, createdAt: now };
}

function changesOf({ description, email, metadata, default_card: defaultCardId }: UpdateCustomerDto): CustomerChanges {
  return { description, email, metadata, defaultCardId };
}

/** There are none yet (docs/fidelity.md U9). */
function refuseLinkedAccount(id: string | undefined): void {
  if (id !== undefined) failNotFound('linked_account', id);
}
