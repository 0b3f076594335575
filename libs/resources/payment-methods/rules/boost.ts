import { SOURCES_SINCE } from '#kernel/api-versions/versions.js';
import type { PaymentMethod } from './payment-method.js';
import { METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/**
 * Boost, a Malaysian wallet: the customer is redirected, or scans a code on a desktop (docs/fidelity.md P1).
 */
export const boost: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'boost',
  title: 'Boost',
  flow: 'redirect',
  countries: ['MY'],
  since: SOURCES_SINCE,
  limits: { MYR: { min: 100, max: 499_900 } },
  returnsToHttpsOnly: true,
  manualCapture: true,
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'qr', wallet: 'Boost' },
};
