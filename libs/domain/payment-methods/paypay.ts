import type { PaymentMethod } from './payment-method.js';
import { accountLimits, USUAL, WALLET_REFUNDS } from './usual.js';

/** PayPay, a Japanese wallet (docs/fidelity.md P13). */
export const paypay: PaymentMethod = {
  ...USUAL,
  type: 'paypay',
  title: 'PayPay',
  flow: 'redirect',
  countries: ['JP'],
  limits: accountLimits('JPY'),
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'qr', wallet: 'PayPay' },
};
