import type { PaymentMethod } from './payment-method.js';
import { accountLimits, USUAL } from './usual.js';

/** GrabPay, the wallet of a company that is in many countries (docs/fidelity.md P9). */
export const grabpay: PaymentMethod = {
  ...USUAL,
  type: 'grabpay',
  title: 'GrabPay',
  flow: 'redirect',
  countries: ['TH', 'MY', 'SG'],
  limits: accountLimits('THB', 'MYR', 'SGD'),
  handOff: { kind: 'qr', wallet: 'GrabPay' },
};
