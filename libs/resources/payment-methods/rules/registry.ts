import type { Currency } from '#kernel/money.js';
import { alipayCn } from './alipay-cn.js';
import { alipayHk } from './alipay-hk.js';
import { alipay } from './alipay.js';
import { atome } from './atome.js';
import { billPaymentTescoLotus } from './bill-payment-tesco-lotus.js';
import { boost } from './boost.js';
import { dana } from './dana.js';
import { duitnowObw } from './duitnow-obw.js';
import { duitnowQr } from './duitnow-qr.js';
import { econtext } from './econtext.js';
import { fpx } from './fpx.js';
import { gcash } from './gcash.js';
import { grabpay } from './grabpay.js';
import {
  alipayplusMpm,
  alipayplusUpm,
  atomeQr,
  barcodeAlipay,
  qrCodeUpi,
  truemoneyQr,
  wechatPayMpm,
  wechatPayUpm,
} from './in-store.js';
import {
  installmentBay,
  installmentBbl,
  installmentFirstChoice,
  installmentKbank,
  installmentKtc,
  installmentMbb,
  installmentScb,
  installmentTtb,
  installmentUob,
} from './installment.js';
import {
  installmentWlbBay,
  installmentWlbBbl,
  installmentWlbFirstChoice,
  installmentWlbKbank,
  installmentWlbKtc,
  installmentWlbScb,
  installmentWlbTtb,
  installmentWlbUob,
} from './installment-wlb.js';
import {
  internetBankingBay,
  internetBankingBbl,
  internetBankingKtb,
  internetBankingScb,
} from './internet-banking.js';
import { kakaopay } from './kakaopay.js';
import { maybankQr } from './maybank-qr.js';
import {
  mobileBankingBay,
  mobileBankingBbl,
  mobileBankingKbank,
  mobileBankingKtb,
  mobileBankingOcbcPao,
  mobileBankingOcbc,
  mobileBankingScb,
} from './mobile-banking.js';
import { paynow } from './paynow.js';
import { paypay } from './paypay.js';
import { pointsCiti } from './points-citi.js';
import { promptpay } from './promptpay.js';
import { rabbitLinepay } from './rabbit-linepay.js';
import { shopeepayJumpapp } from './shopeepay-jumpapp.js';
import { shopeepay } from './shopeepay.js';
import { touchNGo } from './touch-n-go.js';
import { truemoneyJumpapp } from './truemoney-jumpapp.js';
import { truemoney } from './truemoney.js';
import { wechatPay } from './wechat-pay.js';
import type { PaymentMethod } from './payment-method.js';

/**
 * The methods of the specification, in the order in which an account's capability lists them
 * (docs/fidelity.md Q4).
 */
const SPECIFIED_METHODS: readonly PaymentMethod[] = [
  internetBankingBay,
  internetBankingBbl,
  alipay,
  installmentBay,
  installmentKbank,
  installmentKtc,
  installmentBbl,
  installmentFirstChoice,
  billPaymentTescoLotus,
  barcodeAlipay,
  grabpay,
  shopeepayJumpapp,
  shopeepay,
  installmentScb,
  installmentTtb,
  installmentUob,
  mobileBankingKbank,
  mobileBankingBay,
  mobileBankingScb,
  mobileBankingBbl,
  mobileBankingKtb,
  pointsCiti,
  promptpay,
  rabbitLinepay,
  truemoney,
  boost,
];

/** Methods beyond the specification, seen in recordings and clients (docs/fidelity.md P13). */
const FURTHER_METHODS: readonly PaymentMethod[] = [
  alipayCn,
  alipayHk,
  atome,
  dana,
  gcash,
  installmentWlbBay,
  installmentWlbBbl,
  installmentWlbFirstChoice,
  installmentWlbKbank,
  installmentWlbKtc,
  installmentWlbScb,
  installmentWlbTtb,
  installmentWlbUob,
  kakaopay,
  touchNGo,
  truemoneyJumpapp,
  wechatPay,
  internetBankingKtb,
  internetBankingScb,
  mobileBankingOcbc,
  mobileBankingOcbcPao,
  paynow,
  fpx,
  duitnowObw,
  duitnowQr,
  maybankQr,
  installmentMbb,
  econtext,
  paypay,
  alipayplusMpm,
  alipayplusUpm,
  atomeQr,
  qrCodeUpi,
  truemoneyQr,
  wechatPayMpm,
  wechatPayUpm,
];

/** Every payment method a source can have. */
export const PAYMENT_METHODS: readonly PaymentMethod[] = [...SPECIFIED_METHODS, ...FURTHER_METHODS];

/** The most used methods, the first most. Our estimate: figures for single methods are not published. */
const MOST_USED: readonly PaymentMethod[] = [
  promptpay,
  paynow,
  duitnowQr,
  mobileBankingKbank,
  mobileBankingScb,
  truemoneyJumpapp,
  truemoney,
  mobileBankingBbl,
  mobileBankingKtb,
  mobileBankingBay,
  rabbitLinepay,
  shopeepayJumpapp,
  shopeepay,
  touchNGo,
  grabpay,
  boost,
  paypay,
  installmentKbank,
  installmentScb,
  installmentKtc,
  installmentBbl,
  installmentBay,
  fpx,
];

/** The place in that list; methods outside it share the last place. */
export function useRankOf(method: PaymentMethod): number {
  const rank = MOST_USED.indexOf(method);
  return rank < 0 ? MOST_USED.length : rank;
}

const byType = new Map(PAYMENT_METHODS.map((method) => [method.type, method]));

/** The method that a source's `type` names, if there is one. */
export function findPaymentMethod(type: unknown): PaymentMethod | undefined {
  return typeof type === 'string' ? byType.get(type) : undefined;
}

/** The method of a stored source, which was checked when the source was made. */
export function paymentMethodOf(type: string): PaymentMethod {
  const method = byType.get(type);
  if (!method) throw new Error(`No payment method ${type} is registered`);
  return method;
}

/**
 * The specification's methods that the accounts of a country have in their capability (docs/fidelity.md Q4).
 */
export function paymentMethodsOf(country: string): PaymentMethod[] {
  return SPECIFIED_METHODS.filter(({ countries }) => countries.includes(country));
}

/**
 * The currencies that an account takes with a method, as capabilities are recorded: its own where the method
 * has that, otherwise all of the method's (docs/fidelity.md P13).
 */
export function currenciesOf({ limits }: PaymentMethod, accountCurrency: Currency): Currency[] {
  return accountCurrency in limits ? [accountCurrency] : (Object.keys(limits) as Currency[]);
}
