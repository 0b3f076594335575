import { embeddedList, type ListView } from '#kernel/list.js';
import type { Metadata } from '#kernel/metadata.js';
import { isoSeconds, type Timestamp } from '#kernel/time.js';
import { cardView, type CardView } from '../cards/card.view.js';
import {
  linkedAccountView,
  type LinkedAccountView,
  type LinkedAccountViewContext,
} from '../linked-accounts/linked-account.view.js';
import type { LoadedCustomer } from './customer.row.js';

/** A customer with saved cards. */
export interface CustomerView {
  object: 'customer';
  /** @example "cust_test_60aaaaaaaaaaaaaaaa5" */
  id: string;
  livemode: boolean;
  /** @example "/customers/cust_test_60aaaaaaaaaaaaaaaa5" */
  location: string;
  deleted: boolean;
  metadata: Metadata;
  /** First page of the customer's cards. */
  cards: ListView<CardView>;
  /**
   * ID of the card that is charged if a charge names none.
   * @expands CardView
   * @example "card_test_60aaaaaaaaaaaaaaaa3"
   */
  default_card: string | null;
  /** First page of the customer's linked accounts. */
  linked_accounts: ListView<LinkedAccountView>;
  /** @example "Somchai, table 4" */
  description: string | null;
  /** @example "somchai@shop.example" */
  email: string | null;
  created_at: Timestamp;
}

/** The customer object, keys in the recorded order (docs/fidelity.md U1). */
export function customerView(loaded: LoadedCustomer, context: LinkedAccountViewContext): CustomerView {
  const { customer, cards, cardCount, linkedAccounts, linkedAccountCount } = loaded;
  const { now } = context;
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
    linked_accounts: embeddedList(
      linkedAccounts.map((account) => linkedAccountView(account, context)),
      linkedAccountCount,
      `${location}/linked_accounts`,
      now,
    ),
    description: customer.description,
    email: customer.email,
    created_at: isoSeconds(customer.createdAt),
  };
}
