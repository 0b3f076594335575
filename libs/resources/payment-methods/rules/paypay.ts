import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** PayPay, a Japanese wallet (docs/fidelity.md P13). */
export const paypay: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'paypay',
  title: 'PayPay',
  flow: 'redirect',
  countries: ['JP'],
  limits: accountLimits('JPY'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'qr', wallet: 'PayPay' },
};
