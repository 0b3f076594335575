import { defineResource, each } from '#engine/resources/resource.js';
import { readCharges } from './charge.queries.js';
import { chargeView } from './charge.view.js';
import { CHARGE_SQL, LISTED_STATUSES } from './charge.sql.js';
import { readWebhooks } from './charge-webhooks.queries.js';

export const CHARGE = defineResource({
  kind: 'charge',
  rows: { model: 'Charge', read: readCharges, rowOf: ({ charge }) => charge },
  views: each(chargeView),
  expands: {
    customer: 'customer',
    link: 'link',
    linked_account: 'linked_account',
    schedule: 'schedule',
    transaction: 'transaction',
  },
  listed: {
    joins: `LEFT JOIN source ON source.id = charge.source_id LEFT JOIN card ON card.id = charge.card_id
      LEFT JOIN linked_account ON linked_account.id = charge.linked_account_id`,
    statuses: LISTED_STATUSES,
    columns: {
      amount: 'charge.amount',
      currency: 'charge.currency',
      method: CHARGE_SQL.method,
      description: 'charge.description',
      customer: 'charge.customer_id',
      metadata: 'charge.metadata',
      failure_code: 'charge.failure_code',
      refunded_amount: 'charge.refunded_amount',
      disputed: CHARGE_SQL.isDisputed,
      expires_at: 'charge.expires_at',
      card: `CASE WHEN card.id IS NOT NULL THEN json_build_object('brand', card.brand, 'last_digits', card.last_digits) END`,
    },
    facts: { webhooks: readWebhooks },
    text: `charge.id, charge.description, charge.metadata, charge.failure_code, charge.customer_id, charge.amount,
      ${CHARGE_SQL.method}, array_to_string(charge.provider_references, ' ')`,
  },
});
