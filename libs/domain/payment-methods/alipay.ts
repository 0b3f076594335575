import type { PaymentMethod } from './payment-method.js';
import { accountLimits, USUAL } from './usual.js';

/** Alipay on the web: the customer is redirected (docs/fidelity.md P9). */
export const alipay: PaymentMethod = {
  ...USUAL,
  type: 'alipay',
  title: 'Alipay',
  flow: 'redirect',
  limits: accountLimits('THB'),
  handOff: { kind: 'qr', wallet: 'Alipay' },
};
