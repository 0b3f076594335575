import { paynowCode } from '../codes/paynow-code.js';
import type { PaymentMethod } from './payment-method.js';
import { accountLimits, USUAL, WALLET_REFUNDS } from './usual.js';

/** PayNow: the customer scans a code with the app of any bank in Singapore (docs/fidelity.md P10, P13). */
export const paynow: PaymentMethod = {
  ...USUAL,
  type: 'paynow',
  title: 'PayNow',
  flow: 'offline',
  hasPage: false,
  countries: ['SG'],
  limits: accountLimits('SGD'),
  refunds: WALLET_REFUNDS,
  code: { kind: 'qr', contentOf: paynowCode },
};
