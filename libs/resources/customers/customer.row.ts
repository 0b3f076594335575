import { DEFAULT_LIMIT } from '#kernel/list.js';
import type { Metadata } from '#kernel/metadata.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { Card } from '../cards/rules/card.js';
import type { LinkedAccount } from '../linked-accounts/rules/linked-account.js';
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

interface Page<T> {
  readonly first: readonly T[];
  readonly count: number;
}

export function toLoadedCustomer(
  stored: JsonRow<'Customer'>,
  { cards, linkedAccounts }: { readonly cards: Page<Card>; readonly linkedAccounts: Page<LinkedAccount> },
): LoadedCustomer {
  return {
    customer: { ...stored, metadata: stored.metadata as Metadata },
    cards: cards.first,
    cardCount: cards.count,
    linkedAccounts: linkedAccounts.first,
    linkedAccountCount: linkedAccounts.count,
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
