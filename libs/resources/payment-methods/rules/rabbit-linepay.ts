import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** Rabbit LINE Pay, a Thai wallet (docs/fidelity.md P9). */
export const rabbitLinepay: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'rabbit_linepay',
  title: 'Rabbit LINE Pay',
  flow: 'redirect',
  limits: accountLimits('THB'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'qr', wallet: 'Rabbit LINE Pay' },
};
