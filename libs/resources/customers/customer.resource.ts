import { defineResource, each } from '#engine/resources/resource.js';
import { first, rowsWith } from '#engine/resources/rows-of.js';
import { toCard } from '../cards/card.row.js';
import { toLinkedAccount } from '../linked-accounts/linked-account.row.js';
import { toLoadedCustomer } from './customer.row.js';
import { customerView } from './customer.view.js';

/** A deleted one is not found (docs/fidelity.md U8). */
export const CUSTOMER = defineResource({
  kind: 'customer',
  rows: rowsWith(
    'Customer',
    {
      cards: first('Card', 'card.customer_id = customer.id AND NOT card.deleted', toCard),
      linkedAccounts: first('LinkedAccount', 'linked_account.customer_id = customer.id', toLinkedAccount),
    },
    toLoadedCustomer,
    ({ customer }) => customer,
  ),
  views: each(customerView),
  isFound: ({ customer }) => !customer.deleted,
  expands: { default_card: 'card' },
});
