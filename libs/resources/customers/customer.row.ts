import { DEFAULT_LIMIT } from '#kernel/list.js';
import type { Metadata } from '#kernel/metadata.js';
import type {
  Card as StoredCard,
  Customer as StoredCustomer,
  LinkedAccount as StoredLinkedAccount,
  Prisma,
} from '#platform/database/generated/client.js';
import type { Card } from '../cards/rules/card.js';
import type { LinkedAccount } from '../linked-accounts/rules/linked-account.js';
import { toCard } from '../cards/card.row.js';
import { toLinkedAccount } from '../linked-accounts/linked-account.row.js';
import type { Customer } from './rules/customer.js';

/** A customer with what its view embeds. */
export interface LoadedCustomer {
  readonly customer: Customer;
  /** The first ones, oldest first, without deleted ones. */
  readonly cards: readonly Card[];
  /** The total without deleted cards. */
  readonly cardCount: number;
  /** The first ones, oldest first. */
  readonly linkedAccounts: readonly LinkedAccount[];
  readonly linkedAccountCount: number;
}

export const CUSTOMER_PARTS = {
  cards: { where: { deleted: false }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: DEFAULT_LIMIT },
  linkedAccounts: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: DEFAULT_LIMIT },
  _count: { select: { cards: { where: { deleted: false } }, linkedAccounts: true } },
} satisfies Prisma.CustomerInclude;

interface StoredParts {
  readonly cards: StoredCard[];
  readonly linkedAccounts: StoredLinkedAccount[];
  readonly _count: { readonly cards: number; readonly linkedAccounts: number };
}

export function toLoadedCustomer({
  cards,
  linkedAccounts,
  _count,
  ...stored
}: StoredCustomer & StoredParts): LoadedCustomer {
  return {
    customer: { ...stored, metadata: stored.metadata as Metadata },
    cards: cards.map(toCard),
    cardCount: _count.cards,
    linkedAccounts: linkedAccounts.map(toLinkedAccount),
    linkedAccountCount: _count.linkedAccounts,
  };
}

export function emptyHanded(customer: Customer): LoadedCustomer {
  return { customer, cards: [], cardCount: 0, linkedAccounts: [], linkedAccountCount: 0 };
}

/** Inserts the card, if any, in order of creation. */
export function withCard(loaded: LoadedCustomer, card: Card | undefined): LoadedCustomer {
  return card
    ? { ...loaded, cards: firstOf([...loaded.cards, card]), cardCount: loaded.cardCount + 1 }
    : loaded;
}

/** Inserts the linked account, if any, in order of creation. */
export function withLinkedAccount(
  loaded: LoadedCustomer,
  account: LinkedAccount | undefined,
): LoadedCustomer {
  if (!account) return loaded;
  return {
    ...loaded,
    linkedAccounts: firstOf([...loaded.linkedAccounts, account]),
    linkedAccountCount: loaded.linkedAccountCount + 1,
  };
}

function firstOf<T extends { readonly id: string; readonly createdAt: Date }>(all: readonly T[]): T[] {
  return all
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    .slice(0, DEFAULT_LIMIT);
}
