import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS } from './method-defaults.js';

/** Alipay on the web: the customer is redirected (docs/fidelity.md P9). */
export const alipay: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'alipay',
  title: 'Alipay',
  flow: 'redirect',
  limits: accountLimits('THB'),
  handOff: { kind: 'qr', wallet: 'Alipay' },
};
