import { embeddedList, type ListView } from '#domain/list.js';
import type { Metadata } from '#domain/metadata.js';
import { isoSeconds, type Timestamp } from '#domain/time.js';
import { cardView, type CardView } from '../cards/card.view.js';
import type { LoadedCustomer } from './customer.row.js';

/** Somebody who comes back, with the cards that they leave. */
export interface CustomerView {
  object: 'customer';
  /** @example "cust_test_60aaaaaaaaaaaaaaaa5" */
  id: string;
  livemode: boolean;
  /** @example "/customers/cust_test_60aaaaaaaaaaaaaaaa5" */
  location: string;
  deleted: boolean;
  metadata: Metadata;
  /** The first page of the customer's cards. */
  cards: ListView<CardView>;
  /**
   * The card that is charged when none is named.
   * @expands CardView
   * @example "card_test_60aaaaaaaaaaaaaaaa3"
   */
  default_card: string | null;
  linked_accounts: ListView<never>;
  /** @example "Somchai, table 4" */
  description: string | null;
  /** @example "somchai@shop.example" */
  email: string | null;
  created_at: Timestamp;
}

/** The customer object, keys in the recorded order (docs/fidelity.md U1). */
export function customerView({ customer, cards, cardCount }: LoadedCustomer, now: Date): CustomerView {
  const location = `/customers/${customer.id}`;
  return {
    object: 'customer',
    id: customer.id,
    livemode: customer.livemode,
    location,
    deleted: customer.deleted,
    metadata: customer.metadata,
    cards: embeddedList(cards.map(cardView), cardCount, `${location}/cards`, now),
    default_card: customer.defaultCardId,
    linked_accounts: embeddedList([], 0, `${location}/linked_accounts`, now),
    description: customer.description,
    email: customer.email,
    created_at: isoSeconds(customer.createdAt),
  };
}
