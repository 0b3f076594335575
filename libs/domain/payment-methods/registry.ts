import { boost } from './boost.js';
import { mobileBankingKbank } from './mobile-banking-kbank.js';
import type { PaymentMethod } from './payment-method.js';

/** Every payment method a source can have. */
export const PAYMENT_METHODS: readonly PaymentMethod[] = [boost, mobileBankingKbank];

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
