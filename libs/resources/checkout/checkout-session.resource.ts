import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import { defineResource, each } from '#engine/resources/resource.js';
import { one, rowsWith } from '#engine/resources/rows-of.js';
import type { ChargeStatus } from '../charges/rules/charge.js';
import type { CheckoutSession } from './rules/checkout-session.js';
import { checkoutSessionView, checkoutUrl } from './checkout-session.view.js';
import { SESSION_STATUSES } from './checkout-session.sql.js';

export const CHECKOUT_SESSION = defineResource({
  kind: 'checkout_session',
  rows: rowsWith(
    'CheckoutSession',
    {
      charge: one(
        'Charge',
        'charge.id = checkout_session.charge_id',
        ({ status, ...charge }) => ({ ...charge, status: status as ChargeStatus }),
        ['id', 'status', 'authorizedAt'],
      ),
    },
    (session, { charge }) => ({ session: toSession(session), charge }),
    ({ session }) => session,
  ),
  views: each(checkoutSessionView),
  listed: {
    joins: 'LEFT JOIN charge ON charge.id = checkout_session.charge_id',
    statuses: SESSION_STATUSES,
    columns: {
      amount: 'checkout_session.amount',
      currency: 'checkout_session.currency',
      methods: 'checkout_session.payment_methods',
      order: 'checkout_session.order_id',
      description: 'checkout_session.description',
      charge: 'checkout_session.charge_id',
      metadata: 'checkout_session.metadata',
    },
    facts: { page_url: (_reader, account) => (id) => checkoutUrl({ id }, account) },
    text: `checkout_session.id, checkout_session.order_id, checkout_session.description, checkout_session.metadata,
      checkout_session.amount, checkout_session.charge_id, array_to_string(checkout_session.payment_methods, ' ')`,
  },
});

function toSession(stored: JsonRow<'CheckoutSession'>): CheckoutSession {
  return {
    ...stored,
    currency: stored.currency as Currency,
    metadata: stored.metadata as Metadata,
  };
}
