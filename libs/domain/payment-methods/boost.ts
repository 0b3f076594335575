import { DAY_MS } from '../time.js';
import { ALTERNATIVE_METHOD_FEES, type PaymentMethod } from './payment-method.js';

/** Boost, a Malaysian wallet: the customer is redirected, or scans a code on a desktop (docs/fidelity.md P1). */
export const boost: PaymentMethod = {
  type: 'boost',
  title: 'Boost',
  flow: 'redirect',
  limits: { MYR: { min: 100, max: 499_900 } },
  expiresAfterMs: 7 * DAY_MS,
  returnUriSchemes: ['https:'],
  manualCapture: true,
  refunds: { partial: true, withinDays: 180 },
  voidable: false,
  providerReferences: false,
  handOff: { kind: 'qr', wallet: 'Boost' },
  fees: ALTERNATIVE_METHOD_FEES,
};
