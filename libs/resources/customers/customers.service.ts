import { Injectable } from '@nestjs/common';
import type { Scope, Tenant } from '#kernel/scope.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import { newId } from '#engine/writes/new-id.js';
import { OptimisticWrite, type Decision } from '#engine/writes/optimistic-write.js';
import { toRow, toUpdate } from '#engine/writes/rows.js';
import type { LinkedAccountViewContext } from '../linked-accounts/linked-account.view.js';
import type { Customer } from './rules/customer.js';
import { eventsOfUpdate, updatedCustomer, type CustomerChanges } from './rules/customer.rules.js';
import { CustomerAttachments, type Attachments } from './customer.attachments.js';
import type { CreateCustomerDto, UpdateCustomerDto } from './customer.dto.js';
import { CustomerLifecycle } from './customer.lifecycle.js';
import { CustomerReader } from './customer.reader.js';
import { emptyHanded, withCard, withLinkedAccount, type LoadedCustomer } from './customer.row.js';
import { customerView, type CustomerView } from './customer.view.js';

@Injectable()
export class CustomersService {
  constructor(
    private readonly writes: OptimisticWrite,
    private readonly customers: CustomerLifecycle,
    private readonly reader: CustomerReader,
    private readonly attachments: CustomerAttachments,
  ) {}

  create(scope: Scope, body: CreateCustomerDto): Promise<CustomerView> {
    return this.writes.write(scope, async (now, account) => {
      const blank = newCustomer(scope, now);
      const { email = null } = body;
      const attached = await this.attachments.find(scope, body, { ...blank, email }, now);
      const customer = updatedCustomer(blank, changesOf(body), attached.card?.id);
      return {
        ...this.decided(withAttachments(emptyHanded(customer), attached), ['customer.create'], {
          ...account,
          now,
        }),
        insert: { customer: [toRow('customer', customer)] },
        updates: attached.updates,
      };
    });
  }

  update(scope: Scope, id: string, body: UpdateCustomerDto): Promise<CustomerView> {
    const changes = changesOf(body);
    return this.customers.change(scope, id, async (before, now, account) => {
      const { defaultCardId, email = before.customer.email } = changes;
      const attached = await this.attachments.find(scope, body, { id, email }, now);
      if (defaultCardId !== undefined && defaultCardId !== attached.card?.id)
        await this.reader.cardOf(scope, id, defaultCardId);
      const customer = updatedCustomer(before.customer, changes, attached.card?.id);
      const keys = eventsOfUpdate(changes, {
        card: attached.card !== undefined,
        linkedAccount: attached.linkedAccount !== undefined,
      });
      return {
        ...this.decided(withAttachments({ ...before, customer }, attached), keys, { ...account, now }),
        customer,
        updates: attached.updates,
      };
    });
  }

  /** For good, with all cards (docs/fidelity.md U8). */
  destroy(scope: Scope, id: string): Promise<CustomerView> {
    return this.customers.change(scope, id, async (before, now, account) => {
      const customer = { ...before.customer, deleted: true };
      const cards = await this.reader.cardsOf(scope, id);
      return {
        ...this.decided({ ...before, customer }, ['customer.destroy'], { ...account, now }),
        customer,
        updates: cards.map((card) => toUpdate('card', card, { ...card, deleted: true })),
      };
    });
  }

  /** The answer and the events, which show the customer alike. */
  private decided(
    after: LoadedCustomer,
    keys: readonly EventKey[],
    context: LinkedAccountViewContext,
  ): Pick<Decision<CustomerView>, 'answer' | 'events'> {
    const view = customerView(after, context);
    return { answer: view, events: keys.map((key) => ({ key, objectId: view.id, data: view })) };
  }
}

function withAttachments(loaded: LoadedCustomer, { card, linkedAccount }: Attachments): LoadedCustomer {
  return withLinkedAccount(withCard(loaded, card), linkedAccount);
}

function newCustomer({ accountId, livemode }: Tenant, now: Date): Customer {
  const id = newId('customer', livemode);
  const nothing = { description: null, email: null, metadata: {}, defaultCardId: null };
  return { id, accountId, livemode, version: 0, ...nothing, deleted: false, createdAt: now };
}

function changesOf(body: UpdateCustomerDto): CustomerChanges {
  const { description, email, metadata, default_card: defaultCardId } = body;
  return { description, email, metadata, defaultCardId };
}
