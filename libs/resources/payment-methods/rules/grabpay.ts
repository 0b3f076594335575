import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS } from './method-defaults.js';

/** GrabPay, the wallet of a company that is in many countries (docs/fidelity.md P9). */
export const grabpay: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'grabpay',
  title: 'GrabPay',
  flow: 'redirect',
  countries: ['TH', 'MY', 'SG'],
  limits: accountLimits('THB', 'MYR', 'SGD'),
  refunds: { partial: true, withinDays: 90 },
  handOff: { kind: 'qr', wallet: 'GrabPay' },
};
