import { choice, constant, except, flag, free, integer, many, nullable, object, text } from '../shapes.js';
import { address, currency, id, time } from './common.js';

const statuses = ['pending', 'successful', 'failed', 'expired', 'reversed'] as const;
const color = nullable(text(/^#/));

export const checkoutSession = object({
  object: constant('checkout_session'),
  id: id('sess'),
  livemode: flag,
  status: choice(...statuses, 'cancelled'),
  amount: integer,
  currency,
  order_id: nullable(text(/./)),
  description: nullable(text(/./)),
  payment_methods: except(many(text(/./)), { empty: 'a session has one at least (CS2)' }),
  redirect_urls: object({ complete_url: text(/^https?:/), cancel_url: text(/^https?:/) }),
  redirect_url: address('/checkout/{sess}'),
  payments: many(object({ charge_id: id('chrg'), status: choice(...statuses) })),
  metadata: free,
  style: object({ theme_color: color, text_color: color }),
  locale: nullable(text(/./)),
  auto_capture: flag,
  webhook_endpoints: many(text(/^https?:/)),
  created_at: time,
  expires_at: time,
  cancelled_at: nullable(time),
});
