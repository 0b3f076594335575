import { installment } from './installment.js';
import type { PaymentMethod } from './payment-method.js';
import { METHOD_DEFAULTS } from './method-defaults.js';

/**
 * White-label installments: the shop collects the card itself, and a charge names source and card
 * (docs/fidelity.md P15).
 */
export function installmentWlb(bank: string, title: string, terms: readonly number[]): PaymentMethod {
  return {
    ...installment(`wlb_${bank}`, title, terms),
    titleKind: 'card_installments',
    expiresAfterMs: METHOD_DEFAULTS.expiresAfterMs,
    isPaidByCard: true,
  };
}
