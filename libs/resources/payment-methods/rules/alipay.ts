import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** Alipay on the web: the customer is redirected (docs/fidelity.md P9). */
export const alipay: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'alipay',
  title: 'Alipay',
  flow: 'redirect',
  limits: accountLimits('THB'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'qr', wallet: 'Alipay' },
};
