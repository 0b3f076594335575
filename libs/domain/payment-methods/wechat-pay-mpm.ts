import { scannedByCustomer } from './in-store.js';
import type { PaymentMethod } from './payment-method.js';

/** WeChat Pay at a till: the customer scans the shop's code. */
export const wechatPayMpm: PaymentMethod = scannedByCustomer('wechat_pay_mpm', 'WeChat Pay code');
