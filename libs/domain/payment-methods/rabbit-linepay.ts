import type { PaymentMethod } from './payment-method.js';
import { accountLimits, USUAL } from './usual.js';

/** Rabbit LINE Pay, a Thai wallet (docs/fidelity.md P9). */
export const rabbitLinepay: PaymentMethod = {
  ...USUAL,
  type: 'rabbit_linepay',
  title: 'Rabbit LINE Pay',
  flow: 'redirect',
  limits: accountLimits('THB'),
  handOff: { kind: 'qr', wallet: 'Rabbit LINE Pay' },
};
