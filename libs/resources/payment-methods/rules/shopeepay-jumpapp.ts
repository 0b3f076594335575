import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** ShopeePay on a phone: the customer jumps into its app (docs/fidelity.md P9). */
export const shopeepayJumpapp: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'shopeepay_jumpapp',
  title: 'ShopeePay',
  titleKind: 'app',
  flow: 'app_redirect',
  countries: ['SG', 'MY', 'TH'],
  limits: accountLimits('SGD', 'MYR', 'THB'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'app', app: 'Shopee' },
};
