import { defineResource, each } from '#engine/resources/resource.js';
import { one, rowsWith } from '#engine/resources/rows-of.js';
import type { ChargeStatus } from '../charges/rules/charge.js';
import { toSession } from './checkout-session.row.js';
import { checkoutSessionView } from './checkout-session.view.js';

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
});
