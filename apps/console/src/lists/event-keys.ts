/** The commonest events, suggested in filters. */
export const EVENT_KEYS = [
  'charge.create',
  'charge.complete',
  'charge.expire',
  'refund.create',
  'dispute.create',
  'transfer.pay',
  'customer.create',
];
