import { DAY_MS } from '#kernel/time.js';
import { billCode } from './codes/bill-code.js';
import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS } from './method-defaults.js';

/** A bill that is paid at a counter of Lotus's (docs/fidelity.md P11). */
export const billPaymentTescoLotus: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'bill_payment_tesco_lotus',
  title: "Lotus's bill payment",
  flow: 'offline',
  pageKind: 'counter',
  backendType: 'offline',
  hasPage: false,
  limits: accountLimits('THB'),
  expiresAfterMs: DAY_MS,
  references: 'bill',
  code: { kind: 'barcode', contentOf: billCode },
};
