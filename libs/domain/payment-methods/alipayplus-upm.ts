import { scannedByShop } from './in-store.js';
import type { PaymentMethod } from './payment-method.js';

/** Any wallet of Alipay+ at a till: the shop scans the customer's barcode. */
export const alipayplusUpm: PaymentMethod = scannedByShop('alipayplus_upm', 'Alipay+ barcode');
