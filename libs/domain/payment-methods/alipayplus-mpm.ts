import { scannedByCustomer } from './in-store.js';
import type { PaymentMethod } from './payment-method.js';

/** Any wallet of Alipay+ at a till: the customer scans the shop's code. */
export const alipayplusMpm: PaymentMethod = scannedByCustomer('alipayplus_mpm', 'Alipay+ code');
