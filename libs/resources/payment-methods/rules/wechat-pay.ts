import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS } from './method-defaults.js';

/**
 * WeChat Pay: the one method that is recorded to cost nothing, and to have no refunds (docs/fidelity.md P13,
 * M3).
 */
export const wechatPay: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'wechat_pay',
  title: 'WeChat Pay',
  flow: 'app_redirect',
  limits: accountLimits('THB'),
  fees: { ...METHOD_DEFAULTS.fees, feeRate: '0.0' },
  handOff: { kind: 'app', app: 'WeChat' },
};
