import { scannedByShop } from './in-store.js';
import type { PaymentMethod } from './payment-method.js';

/** Alipay at a till: the merchant scans the customer's barcode (docs/fidelity.md P11). */
export const barcodeAlipay: PaymentMethod = scannedByShop('barcode_alipay', 'Alipay barcode');
