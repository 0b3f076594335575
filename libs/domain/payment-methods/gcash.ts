import type { PaymentMethod } from './payment-method.js';
import { accountLimits, USUAL, WALLET_REFUNDS } from './usual.js';

/** GCash, a Philippine wallet, through Alipay+ (docs/fidelity.md P13). */
export const gcash: PaymentMethod = {
  ...USUAL,
  type: 'gcash',
  title: 'GCash',
  flow: 'app_redirect',
  countries: ['TH', 'SG', 'MY'],
  limits: accountLimits('SGD', 'MYR'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'app', app: 'GCash' },
};
