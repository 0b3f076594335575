import type { PaymentMethod, RequiredDetail } from '#domain/payment-methods/payment-method.js';

/** Good values of what some methods cannot do without. */
const DETAILS: Readonly<Record<RequiredDetail, readonly [parameter: string, value: string]>> = {
  barcode: ['barcode', '281011112222333344'],
  phoneNumber: ['phone_number', '0812345678'],
};

/** A source of the method that has nothing more than it needs, for its smallest amount. */
export function sourceOf({ type, limits, required, installmentTerms }: PaymentMethod): Record<string, unknown> {
  const [[currency, { min: amount }] = ['', { min: 0 }]] = Object.entries(limits);
  const term = installmentTerms ? { installment_term: installmentTerms[0] } : {};
  return { type, amount, currency, ...Object.fromEntries(required.map((detail) => DETAILS[detail])), ...term };
}
