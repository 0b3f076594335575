import { DAY_MS } from '#kernel/time.js';
import { paynowCode } from './codes/paynow-code.js';
import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** PayNow: the customer scans a code with the app of any bank in Singapore (docs/fidelity.md P10, P13). */
export const paynow: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'paynow',
  title: 'PayNow',
  flow: 'offline',
  pageKind: 'qr',
  hasPage: false,
  countries: ['SG'],
  limits: accountLimits('SGD'),
  expiresAfterMs: DAY_MS,
  references: 'code',
  refunds: WALLET_REFUNDS,
  code: { kind: 'qr', contentOf: paynowCode },
};
