import type { PaymentMethod } from './payment-method.js';
import { USUAL } from './usual.js';

/** Boost, a Malaysian wallet: the customer is redirected, or scans a code on a desktop (docs/fidelity.md P1). */
export const boost: PaymentMethod = {
  ...USUAL,
  type: 'boost',
  title: 'Boost',
  flow: 'redirect',
  countries: ['MY'],
  limits: { MYR: { min: 100, max: 499_900 } },
  returnUriSchemes: ['https:'],
  manualCapture: true,
  refunds: { partial: true, withinDays: 180 },
  handOff: { kind: 'qr', wallet: 'Boost' },
};
