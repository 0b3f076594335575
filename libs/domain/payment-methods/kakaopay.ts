import type { PaymentMethod } from './payment-method.js';
import { accountLimits, USUAL, WALLET_REFUNDS } from './usual.js';

/** KakaoPay, a Korean wallet, through Alipay+ (docs/fidelity.md P13). */
export const kakaopay: PaymentMethod = {
  ...USUAL,
  type: 'kakaopay',
  title: 'KakaoPay',
  flow: 'app_redirect',
  countries: ['TH', 'SG'],
  limits: accountLimits('THB', 'SGD'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'app', app: 'KakaoPay' },
};
