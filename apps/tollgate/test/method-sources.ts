import type { PaymentMethod } from '#domain/payment-methods/payment-method.js';
import type { Merchant, Mode } from './merchant.js';

/** Good values of what some methods cannot do without, but for `bank`, of which each has its own. */
const DETAILS: Readonly<Record<string, unknown>> = {
  barcode: '281011112222333344',
  phone_number: '0812345678',
  name: 'ヤマダタロウ',
  email: 'somchai@shop.example',
  shipping: { street1: '1 Road', city: 'Bangkok', country: 'TH', postal_code: '10320' },
  items: [{ name: 'Tea', amount: 2_000, quantity: 1 }],
};

/** A source of the method that has nothing more than it needs, for its smallest amount. */
export function sourceOf({ type, limits, required, installmentTerms, banks }: PaymentMethod): Record<string, unknown> {
  const [[currency, { min: amount }] = ['', { min: 0 }]] = Object.entries(limits);
  const term = installmentTerms ? { installment_term: installmentTerms[0] } : {};
  const details: Record<string, unknown> = { ...DETAILS, bank: banks[0]?.code };
  return { type, amount, currency, ...Object.fromEntries(required.map(({ parameter }) => [parameter, details[parameter]])), ...term };
}

/** What a charge on a source of the method names beside it: the card that pays, where one does. */
export async function besideSource(shop: Merchant, { isPaidByCard }: PaymentMethod, mode: Mode = 'test'): Promise<{ card?: string }> {
  return isPaidByCard ? { card: (await shop.token({}, mode)).id } : {};
}
