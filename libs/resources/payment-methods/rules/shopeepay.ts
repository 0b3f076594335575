import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** ShopeePay, with a code on a desktop (docs/fidelity.md P9). */
export const shopeepay: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'shopeepay',
  title: 'ShopeePay',
  flow: 'redirect',
  countries: ['SG', 'MY', 'TH'],
  limits: accountLimits('SGD', 'MYR', 'THB'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'qr', wallet: 'ShopeePay' },
};
