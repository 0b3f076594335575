import { defineResource, each } from '#engine/resources/resource.js';
import { readCharges } from './charge.queries.js';
import { chargeView } from './charge.view.js';

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
});
