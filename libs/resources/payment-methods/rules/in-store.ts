import { DAY_MS } from '#kernel/time.js';
import { storeCode } from './codes/store-code.js';
import type { CodedCharge, PaymentMethod } from './payment-method.js';
import { BARCODE } from './required-details.js';
import { accountLimits, METHOD_DEFAULTS } from './method-defaults.js';

const IN_STORE = {
  ...METHOD_DEFAULTS,
  flow: 'offline',
  backendType: 'offline',
  hasPage: false,
  limits: accountLimits('THB'),
  expiresAfterMs: DAY_MS,
} as const;

/** A method whose customer scans a code that the shop shows (docs/fidelity.md P16). */
function scannedByCustomer(type: string, title: string): PaymentMethod {
  const code = { kind: 'qr', contentOf: (charge: CodedCharge) => storeCode(type, charge) } as const;
  return { ...IN_STORE, type, title, references: 'code', code };
}

/** A method whose customer shows a barcode that the shop scans (docs/fidelity.md P11, P16). */
function scannedByShop(type: string, title: string): PaymentMethod {
  return { ...IN_STORE, type, title, required: [BARCODE], references: 'terminal' };
}

export const alipayplusMpm = scannedByCustomer('alipayplus_mpm', 'Alipay+ code');
export const atomeQr = scannedByCustomer('atome_qr', 'Atome code');
export const qrCodeUpi = scannedByCustomer('qr_code_upi', 'UPI code');
export const truemoneyQr = scannedByCustomer('truemoney_qr', 'TrueMoney code');
export const wechatPayMpm = scannedByCustomer('wechat_pay_mpm', 'WeChat Pay code');
export const alipayplusUpm = scannedByShop('alipayplus_upm', 'Alipay+ barcode');
export const barcodeAlipay = scannedByShop('barcode_alipay', 'Alipay barcode');
export const wechatPayUpm = scannedByShop('wechat_pay_upm', 'WeChat Pay barcode');
