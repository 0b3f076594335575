import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** KakaoPay, a Korean wallet, through Alipay+ (docs/fidelity.md P13). */
export const kakaopay: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'kakaopay',
  title: 'KakaoPay',
  flow: 'app_redirect',
  countries: ['TH', 'SG'],
  limits: accountLimits('THB', 'SGD'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'app', app: 'KakaoPay' },
};
