import { scannedByCustomer } from './in-store.js';
import type { PaymentMethod } from './payment-method.js';

/** Atome at a till: the customer scans the shop's code. */
export const atomeQr: PaymentMethod = scannedByCustomer('atome_qr', 'Atome code');
