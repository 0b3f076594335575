import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** AlipayHK, through Alipay+ (docs/fidelity.md P13). */
export const alipayHk: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'alipay_hk',
  title: 'AlipayHK',
  flow: 'app_redirect',
  countries: ['TH', 'SG'],
  limits: accountLimits('THB', 'SGD'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'app', app: 'AlipayHK' },
};
