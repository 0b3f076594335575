import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/**
 * DANA, an Indonesian wallet, through Alipay+: in Singapore dollars, for Thai accounts too (docs/fidelity.md
 * P13).
 */
export const dana: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'dana',
  title: 'DANA',
  flow: 'app_redirect',
  countries: ['TH', 'SG'],
  limits: accountLimits('SGD'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'app', app: 'DANA' },
};
