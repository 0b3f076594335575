import { scannedByShop } from './in-store.js';
import type { PaymentMethod } from './payment-method.js';

/** WeChat Pay at a till: the shop scans the customer's barcode. */
export const wechatPayUpm: PaymentMethod = scannedByShop('wechat_pay_upm', 'WeChat Pay barcode');
