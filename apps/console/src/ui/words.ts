/** Labels for the words of the API. Statuses without a label of their own are written in sentence case. */
const LABELS: Readonly<Record<string, string>> = {
  // Payment methods.
  alipay: 'Alipay',
  alipay_cn: 'Alipay (China)',
  alipay_hk: 'AlipayHK',
  alipayplus_mpm: 'Alipay+ QR',
  alipayplus_upm: 'Alipay+ in store',
  atome: 'Atome',
  atome_qr: 'Atome QR',
  barcode_alipay: 'Alipay in store',
  bill_payment_tesco_lotus: "Lotus's bill payment",
  boost: 'Boost',
  card: 'Card',
  convenience_store: 'Convenience store',
  dana: 'DANA',
  duitnow_obw: 'DuitNow online banking',
  duitnow_qr: 'DuitNow QR',
  econtext: 'Econtext',
  fpx: 'FPX',
  gcash: 'GCash',
  grabpay: 'GrabPay',
  installment_bay: 'Krungsri installments',
  installment_bbl: 'Bangkok Bank installments',
  installment_first_choice: 'First Choice installments',
  installment_kbank: 'KBank installments',
  installment_ktc: 'KTC installments',
  installment_mbb: 'Maybank installments',
  installment_scb: 'SCB installments',
  installment_ttb: 'ttb installments',
  installment_uob: 'UOB installments',
  internet_banking_bay: 'Krungsri Online',
  internet_banking_bbl: 'Bualuang iBanking',
  internet_banking_ktb: 'KTB Netbank',
  internet_banking_scb: 'SCB Easy Net',
  kakaopay: 'KakaoPay',
  maybank_qr: 'Maybank QR',
  mobile_banking_bay: 'KMA',
  mobile_banking_bbl: 'Bualuang mBanking',
  mobile_banking_kbank: 'K PLUS',
  mobile_banking_ktb: 'Krungthai NEXT',
  mobile_banking_ocbc: 'OCBC Digital',
  mobile_banking_ocbc_pao: 'OCBC Pay Anyone',
  mobile_banking_scb: 'SCB EASY',
  net_banking: 'Net banking',
  ocbc_digital: 'OCBC Digital',
  pay_easy: 'Pay-easy',
  paynow: 'PayNow',
  paypay: 'PayPay',
  points_citi: 'Citi points',
  promptpay: 'PromptPay',
  qr_code_upi: 'UPI QR',
  rabbit_linepay: 'Rabbit LINE Pay',
  rakuten_pay: 'Rakuten Pay',
  shopeepay: 'ShopeePay',
  shopeepay_jumpapp: 'ShopeePay app',
  touch_n_go: "Touch 'n Go",
  touch_n_go_alipay_plus: "Touch 'n Go (Alipay+)",
  truemoney: 'TrueMoney',
  truemoney_jumpapp: 'TrueMoney app',
  truemoney_qr: 'TrueMoney QR',
  wechat: 'WeChat Pay',
  wechat_pay: 'WeChat Pay',
  wechat_pay_mpm: 'WeChat Pay QR',
  wechat_pay_upm: 'WeChat Pay in store',
  // Upcoming events.
  delivery: 'Webhook delivery',
  retry: 'Webhook retry',
  expiry: 'Charge expires',
  authorization_end: 'Authorization lapses',
  settlement: 'Auto-settlement',
  transfer_sending: 'Transfer is sent',
  occurrence: 'Schedule runs',
  // Kinds of timeline entries.
  attempt: 'Webhook',
  act: 'Manual',
  page: 'Customer',
};

/**
 * The label of a status, a payment method or another word of the API: `mobile_banking_kbank` is "K PLUS",
 * `in_progress` is "In progress".
 */
export function labelOf(word: string): string {
  const plain = word.replaceAll('_', ' ');
  // White-label installments have the label of the bank's others.
  return LABELS[word.replace('_wlb', '')] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `1st`, `22nd`. */
export function ordinal(number: number): string {
  return `${number}${ENDINGS[ORDINALS.select(number)] ?? 'th'}`;
}

/** `1 webhook`, `1,200 webhooks`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** The response of a webhook in a few words: `500`, or `Connection refused` of an error in sentences. */
export function responseWords(status: number | null | undefined, error: string | null | undefined): string {
  return String(status ?? error?.replace(/\.( .*)?$/, '') ?? 'No response');
}

/** `Visa •4242`. */
export function cardText({
  brand,
  last_digits: digits,
}: {
  readonly brand?: unknown;
  readonly last_digits?: unknown;
}): string {
  return `${String(brand)} •${String(digits)}`;
}
