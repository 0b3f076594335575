/** The kinds of event that Tollgate records (docs/fidelity.md V2). */
export const EVENT_KEYS = [
  'card.destroy',
  'card.update',
  'charge.capture',
  'charge.complete',
  'charge.create',
  'charge.expire',
  'charge.reverse',
  'charge.update',
  'customer.create',
  'customer.destroy',
  'customer.update',
  'customer.update.card',
  'dispute.accept',
  'dispute.close',
  'dispute.create',
  'dispute.update',
  'refund.create',
] as const;

export type EventKey = (typeof EVENT_KEYS)[number];
