import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** Alipay of mainland China, through Alipay+: the customer confirms in its app (docs/fidelity.md P13). */
export const alipayCn: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'alipay_cn',
  title: 'Alipay (Alipay+)',
  flow: 'app_redirect',
  countries: ['TH', 'SG'],
  limits: accountLimits('THB', 'SGD'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'app', app: 'Alipay' },
};
