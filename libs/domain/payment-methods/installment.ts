import { chargeLimits, smallestInstallment } from '../account-limits.js';
import { DAY_MS } from '../time.js';
import type { PaymentMethod } from './payment-method.js';
import { METHOD_DEFAULTS, WHOLE_REFUNDS } from './method-defaults.js';

/** Months of payments on a card of a Thai bank: the merchant is paid at once (docs/fidelity.md P8). */
export function installment(bank: string, title: string, terms: readonly number[]): PaymentMethod {
  return {
    ...METHOD_DEFAULTS,
    type: `installment_${bank}`,
    title,
    titleKind: 'installments',
    flow: 'redirect',
    pageKind: 'installments',
    limits: { THB: { min: smallestInstallment('THB'), max: chargeLimits('THB').max } },
    expiresAfterMs: DAY_MS,
    installmentTerms: terms,
    refunds: WHOLE_REFUNDS,
  };
}
