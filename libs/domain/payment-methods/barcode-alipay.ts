import { DAY_MS } from '../time.js';
import type { PaymentMethod } from './payment-method.js';
import { BARCODE } from './required-details.js';
import { accountLimits, USUAL } from './usual.js';

/** Alipay at a till: the merchant scans the customer's barcode (docs/fidelity.md P11). */
export const barcodeAlipay: PaymentMethod = {
  ...USUAL,
  type: 'barcode_alipay',
  title: 'Alipay barcode',
  flow: 'offline',
  backendType: 'offline',
  hasPage: false,
  limits: accountLimits('THB'),
  expiresAfterMs: DAY_MS,
  required: [BARCODE],
  references: 'terminal',
};
