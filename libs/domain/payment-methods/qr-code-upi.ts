import { scannedByCustomer } from './in-store.js';
import type { PaymentMethod } from './payment-method.js';

/** UPI, the transfers of Indian banks, at a till: the customer scans the shop's code. */
export const qrCodeUpi: PaymentMethod = scannedByCustomer('qr_code_upi', 'UPI code');
