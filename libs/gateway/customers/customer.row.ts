import type { Card } from '#domain/cards/card.js';
import type { Customer } from '#domain/customers/customer.js';
import { DEFAULT_LIMIT } from '#domain/list.js';
import type { Metadata } from '#domain/metadata.js';
import type { Card as StoredCard, Customer as StoredCustomer, Prisma } from '#platform/database/generated/client.js';
import { toCard } from '../cards/card.row.js';
import type { Row } from '../events/changes.js';

/** A customer with what its view embeds. */
export interface LoadedCustomer {
  readonly customer: Customer;
  /** The first ones, oldest first, without deleted ones. */
  readonly cards: readonly Card[];
  /** How many there are in all, without deleted ones. */
  readonly cardCount: number;
}

/** What is read with every customer. */
export const CUSTOMER_PARTS = {
  cards: { where: { deleted: false }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: DEFAULT_LIMIT },
  _count: { select: { cards: { where: { deleted: false } } } },
} satisfies Prisma.CustomerInclude;

type StoredParts = { cards: StoredCard[]; _count: { cards: number } };

export function toLoadedCustomer({ cards, _count, ...stored }: StoredCustomer & StoredParts): LoadedCustomer {
  return { customer: { ...stored, metadata: stored.metadata as Metadata }, cards: cards.map(toCard), cardCount: _count.cards };
}

/** The customer with one card more, if there is one, at its place by creation. */
export function withCard(loaded: LoadedCustomer, card: Card | undefined): LoadedCustomer {
  if (!card) return loaded;
  const byCreation = (a: Card, b: Card): number => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
  return { ...loaded, cards: [...loaded.cards, card].sort(byCreation).slice(0, DEFAULT_LIMIT), cardCount: loaded.cardCount + 1 };
}

export function toCustomerRow(customer: Customer): Row {
  return {
    id: customer.id,
    account_id: customer.accountId,
    livemode: customer.livemode,
    version: customer.version,
    created_at: customer.createdAt,
    ...toMovedCustomerRow(customer),
  };
}

/** The columns that a change may change. */
export function toMovedCustomerRow(customer: Customer): Row {
  return {
    description: customer.description,
    email: customer.email,
    metadata: customer.metadata,
    default_card_id: customer.defaultCardId,
    deleted: customer.deleted,
  };
}
