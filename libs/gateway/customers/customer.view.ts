import { embeddedList } from '#domain/list.js';
import { isoSeconds } from '#domain/time.js';
import { cardView } from '../cards/card.view.js';
import type { LoadedCustomer } from './customer.row.js';

export interface CustomerView {
  object: 'customer';
  id: string;
  location: string;
  deleted: boolean;
  [field: string]: unknown;
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
