import { COUNTED } from '#platform/listing/page-sql.js';
import { defineResource, each } from '#engine/resources/resource.js';
import { first, rowsWith } from '#engine/resources/rows-of.js';
import { toCard } from '../cards/card.row.js';
import { toLinkedAccount } from '../linked-accounts/linked-account.row.js';
import { toLoadedCustomer } from './customer.row.js';
import { customerView } from './customer.view.js';

/** The cards of a customer in a list. */
const SHOWN_CARDS = 5;

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
  listed: {
    only: 'NOT customer.deleted',
    columns: {
      email: 'customer.email',
      description: 'customer.description',
      metadata: 'customer.metadata',
      cards: `(SELECT coalesce(json_agg(json_build_object('brand', brand, 'last_digits', last_digits)), '[]') FROM (
        SELECT brand, last_digits FROM card WHERE customer_id = customer.id AND NOT deleted ORDER BY created_at, id LIMIT ${SHOWN_CARDS}) saved)`,
      payments: `(SELECT count(*)::int4 FROM (SELECT FROM charge WHERE customer_id = customer.id LIMIT ${COUNTED}) counted)`,
    },
    text: 'customer.id, customer.description, customer.email, customer.metadata',
  },
});
