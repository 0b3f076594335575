/** Behaviours of customers and merchants. Each is drawn as often as its weight says. */
export const CUSTOMERS = [
  { name: 'pays', weight: 5, says: 'pays and returns to the shop' },
  { name: 'closes-page', weight: 4, says: 'pays and closes the page' },
  { name: 'comes-back', weight: 2, says: 'leaves, begins the order again, and pays' },
  { name: 'two-tabs', weight: 3, says: 'begins the order in two tabs, and pays in both' },
  { name: 'declines-first', weight: 3, says: 'refuses or is declined, begins again, and pays' },
  { name: 'declines', weight: 1, says: 'refuses or is declined' },
  { name: 'lets-expire', weight: 1, says: 'lets the payment expire' },
  { name: 'pays-late', weight: 3, says: 'lets the payment expire, begins again, and pays' },
  { name: 'refund-part', weight: 1, says: 'pays, and is refunded in part' },
  { name: 'refund-twice', weight: 1, says: 'pays, and is refunded in two parts' },
  { name: 'refund-full', weight: 2, says: 'pays, and is refunded in full' },
  { name: 'disputes', weight: 1, says: 'pays, and disputes the charge' },
  { name: 'subscribes', weight: 3, says: 'subscribes with a card, which is charged every month' },
] as const;

export const TROUBLES = [
  { name: 'late-webhooks', says: 'the first attempts of webhooks are lost, and later ones arrive' },
  { name: 'repeated-webhooks', says: 'webhooks arrive twice' },
  { name: 'simultaneous-webhooks', says: 'webhooks arrive twice at the same time' },
  { name: 'reordered-webhooks', says: 'webhooks arrive in the reverse order' },
  { name: 'racing-redirects', says: 'the customer returns while a webhook arrives' },
  { name: 'failed-requests', says: 'the API fails, or a request is lost' },
  { name: 'lost-answers', says: 'the API acts, and its answer is lost' },
  { name: 'slow-answers', says: 'the API answers slowly' },
  { name: 'clock-jumps', says: 'the clock jumps past every expiry' },
  { name: 'restarts', says: 'the shop is killed and started' },
  { name: 'cards', says: 'customers pay by card' },
  { name: 'currencies', says: 'orders have other amounts and currencies' },
] as const;

export type Customer = (typeof CUSTOMERS)[number]['name'];
export type Trouble = (typeof TROUBLES)[number]['name'];
export type Behaviour = Customer | Trouble;

export const BEHAVIOURS: readonly { readonly name: Behaviour; readonly says: string }[] = [
  ...CUSTOMERS,
  ...TROUBLES,
];
