import { DAY_MS } from '#kernel/time.js';
import { chargeLimits, smallestInstallment } from '../../account/rules/account-limits.js';
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

export const installmentBay = installment('bay', 'Krungsri', [3, 4, 6, 9, 10]);
export const installmentBbl = installment('bbl', 'Bangkok Bank', [4, 6, 8, 9, 10]);
export const installmentKbank = installment('kbank', 'KBank', [3, 4, 6, 10]);
export const installmentKtc = installment('ktc', 'KTC', [3, 4, 5, 6, 7, 8, 9, 10]);
export const installmentScb = installment('scb', 'SCB', [3, 4, 6, 9, 10]);
export const installmentTtb = installment('ttb', 'ttb', [3, 4, 6, 10]);
export const installmentUob = installment('uob', 'UOB', [3, 4, 6, 10]);
export const installmentFirstChoice = installment(
  'first_choice',
  'Krungsri First Choice',
  [3, 4, 6, 9, 10, 12, 18, 24, 36],
);

/**
 * Installments on a card of Maybank, in Malaysia: the merchant always pays the interest (docs/fidelity.md
 * P8).
 */
export const installmentMbb: PaymentMethod = {
  ...installment('mbb', 'Maybank', [6, 12, 18, 24]),
  countries: ['MY'],
  limits: { MYR: { min: 50_000, max: chargeLimits('MYR').max } },
  isInterestAbsorbed: true,
};
