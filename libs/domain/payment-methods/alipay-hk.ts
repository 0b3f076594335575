import type { PaymentMethod } from './payment-method.js';
import { accountLimits, USUAL, WALLET_REFUNDS } from './usual.js';

/** AlipayHK, through Alipay+ (docs/fidelity.md P13). */
export const alipayHk: PaymentMethod = {
  ...USUAL,
  type: 'alipay_hk',
  title: 'AlipayHK',
  flow: 'app_redirect',
  countries: ['TH', 'SG'],
  limits: accountLimits('THB', 'SGD'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'app', app: 'AlipayHK' },
};
