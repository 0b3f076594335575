import { isApiObject, type ApiObject } from '#engine/versions/rules/difference.js';
import { findPaymentMethod } from '../../payment-methods/rules/registry.js';

/**
 * An entry of `payment_backends` in capabilities before 2019-05-29: the payment method's name, then its
 * properties.
 */
type PaymentBackend = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * The backends of a capability, made of the payment methods that it has in the newest version
 * (docs/fidelity.md V18).
 */
export function paymentBackends({ payment_methods: methods, limits }: ApiObject): PaymentBackend[] {
  const amount = amountOf(limits);
  return Array.isArray(methods) ? methods.filter(isApiObject).map((method) => backendOf(method, amount)) : [];
}

function backendOf(
  { name, currencies: listed, card_brands: brands, installment_terms: terms }: ApiObject,
  amount: object,
): PaymentBackend {
  const currencies = Array.isArray(listed) ? listed.map((currency) => String(currency).toLowerCase()) : [];
  if (brands !== null) return { credit_card: { type: 'card', currencies, brands } };
  const kind = findPaymentMethod(name)?.backendType ?? name;
  return {
    [String(name)]:
      terms === null
        ? { type: kind, currencies, amount }
        : { type: 'installment', currencies, allowed_installment_terms: terms, amount },
  };
}

/** Each backend has the account's charge limits, not those of its method. */
function amountOf(limits: unknown): object {
  const { charge_amount: range } = limits as { charge_amount: { min: number; max: number } };
  return { min: range.min, max: range.max };
}
