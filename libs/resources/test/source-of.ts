import type { PaymentMethod } from '../payment-methods/rules/payment-method.js';

/** Valid values of the parameters that some methods require, except `bank`: each method has its own banks. */
const DETAILS: Readonly<Record<string, unknown>> = {
  barcode: '281011112222333344',
  phone_number: '0812345678',
  name: 'ヤマダタロウ',
  email: 'somchai@shop.example',
  shipping: { street1: '1 Road', city: 'Bangkok', country: 'TH', postal_code: '10320' },
  items: [{ name: 'Tea', amount: 2_000, quantity: 1 }],
};

/** A request for a source of the method with the required parameters alone, for its smallest amount. */
export function sourceOf({
  type,
  limits,
  required,
  installmentTerms,
  banks,
}: PaymentMethod): Record<string, unknown> {
  const [[currency, { min: amount }] = ['', { min: 0 }]] = Object.entries(limits);
  const term = installmentTerms ? { installment_term: installmentTerms[0] } : {};
  const details: Record<string, unknown> = { ...DETAILS, bank: banks[0]?.code };
  return {
    type,
    amount,
    currency,
    ...Object.fromEntries(required.map(({ parameter }) => [parameter, details[parameter]])),
    ...term,
  };
}
