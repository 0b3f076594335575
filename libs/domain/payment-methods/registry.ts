import { boost } from './boost.js';
import { alipay } from './alipay.js';
import { barcodeAlipay } from './barcode-alipay.js';
import { billPaymentTescoLotus } from './bill-payment-tesco-lotus.js';
import { grabpay } from './grabpay.js';
import { installmentBay } from './installment-bay.js';
import { installmentBbl } from './installment-bbl.js';
import { installmentFirstChoice } from './installment-first-choice.js';
import { installmentKbank } from './installment-kbank.js';
import { installmentKtc } from './installment-ktc.js';
import { installmentScb } from './installment-scb.js';
import { installmentTtb } from './installment-ttb.js';
import { installmentUob } from './installment-uob.js';
import { internetBankingBay } from './internet-banking-bay.js';
import { internetBankingBbl } from './internet-banking-bbl.js';
import { mobileBankingBay } from './mobile-banking-bay.js';
import { mobileBankingBbl } from './mobile-banking-bbl.js';
import { mobileBankingKbank } from './mobile-banking-kbank.js';
import { mobileBankingKtb } from './mobile-banking-ktb.js';
import { mobileBankingScb } from './mobile-banking-scb.js';
import { pointsCiti } from './points-citi.js';
import { promptpay } from './promptpay.js';
import { rabbitLinepay } from './rabbit-linepay.js';
import { shopeepay } from './shopeepay.js';
import { shopeepayJumpapp } from './shopeepay-jumpapp.js';
import { truemoney } from './truemoney.js';
import type { PaymentMethod } from './payment-method.js';

/** Every payment method a source can have, in the order in which an account's capability lists them (docs/fidelity.md Q4). */
export const PAYMENT_METHODS: readonly PaymentMethod[] = [
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

/** What the accounts of a country have in their capability. */
export function paymentMethodsOf(country: string): PaymentMethod[] {
  return PAYMENT_METHODS.filter(({ countries }) => countries.includes(country));
}
