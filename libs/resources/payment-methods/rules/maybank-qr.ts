import { MALAYSIAN_TRANSFERS } from './malaysian-transfers.js';
import type { PaymentMethod } from './payment-method.js';
import { METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** Maybank QRPay: the customer scans a code with the app of Maybank (docs/fidelity.md P13). */
export const maybankQr: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'maybank_qr',
  title: 'Maybank QRPay',
  flow: 'redirect',
  pageKind: 'qr',
  countries: ['MY'],
  limits: MALAYSIAN_TRANSFERS,
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'qr', wallet: 'MAE' },
};
