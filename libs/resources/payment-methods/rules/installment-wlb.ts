import { installment } from './installment.js';
import type { PaymentMethod } from './payment-method.js';
import { METHOD_DEFAULTS } from './method-defaults.js';

/**
 * White-label installments: the shop collects the card itself, and a charge names source and card
 * (docs/fidelity.md P15).
 */
function installmentWlb(bank: string, title: string, terms: readonly number[]): PaymentMethod {
  return {
    ...installment(`wlb_${bank}`, title, terms),
    titleKind: 'card_installments',
    expiresAfterMs: METHOD_DEFAULTS.expiresAfterMs,
    isPaidByCard: true,
  };
}

export const installmentWlbBay = installmentWlb('bay', 'Krungsri', [3, 4, 6, 9, 10]);
export const installmentWlbBbl = installmentWlb('bbl', 'Bangkok Bank', [4, 6, 8, 10]);
export const installmentWlbKbank = installmentWlb('kbank', 'Kasikorn Bank', [3, 6, 10]);
export const installmentWlbKtc = installmentWlb('ktc', 'KTC', [3, 4, 5, 6, 7, 8, 9, 10]);
export const installmentWlbScb = installmentWlb('scb', 'SCB', [3, 4, 6, 9, 10]);
export const installmentWlbTtb = installmentWlb('ttb', 'TTB', [3, 4, 6, 10]);
export const installmentWlbUob = installmentWlb('uob', 'UOB', [3, 4, 6, 10]);

/** White-label installments on a Krungsri First Choice card; some of these are loan cards. */
export const installmentWlbFirstChoice: PaymentMethod = {
  ...installmentWlb('first_choice', 'Krungsri First Choice', [3, 4, 6, 9, 10, 12, 18, 24, 36]),
  loanInstallmentTerms: [3, 4, 6, 9, 10, 12, 18, 24],
};
