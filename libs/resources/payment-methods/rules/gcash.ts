import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** GCash, a Philippine wallet, through Alipay+ (docs/fidelity.md P13). */
export const gcash: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'gcash',
  title: 'GCash',
  flow: 'app_redirect',
  countries: ['TH', 'SG', 'MY'],
  limits: accountLimits('SGD', 'MYR'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'app', app: 'GCash' },
};
