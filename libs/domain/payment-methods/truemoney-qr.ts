import { scannedByCustomer } from './in-store.js';
import type { PaymentMethod } from './payment-method.js';

/** TrueMoney at a till: the customer scans the shop's code. */
export const truemoneyQr: PaymentMethod = scannedByCustomer('truemoney_qr', 'TrueMoney code');
