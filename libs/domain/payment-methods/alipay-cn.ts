import type { PaymentMethod } from './payment-method.js';
import { accountLimits, USUAL, WALLET_REFUNDS } from './usual.js';

/** Alipay of mainland China, through Alipay+: the customer confirms in its app (docs/fidelity.md P13). */
export const alipayCn: PaymentMethod = {
  ...USUAL,
  type: 'alipay_cn',
  title: 'Alipay (Alipay+)',
  flow: 'app_redirect',
  countries: ['TH', 'SG'],
  limits: accountLimits('THB', 'SGD'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'app', app: 'Alipay' },
};
