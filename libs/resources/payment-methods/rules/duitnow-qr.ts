import { MALAYSIAN_TRANSFERS } from './malaysian-transfers.js';
import type { PaymentMethod } from './payment-method.js';
import { METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/**
 * DuitNow QR: the customer scans a code with the app of any Malaysian bank or wallet (docs/fidelity.md P13).
 */
export const duitnowQr: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'duitnow_qr',
  title: 'DuitNow QR',
  flow: 'redirect',
  pageKind: 'qr',
  countries: ['MY'],
  limits: MALAYSIAN_TRANSFERS,
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'qr', wallet: 'any' },
};
