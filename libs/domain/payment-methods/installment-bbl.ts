import { installment } from './installment.js';

/** Installments on a card of Bangkok Bank. */
export const installmentBbl = installment('bbl', 'Bangkok Bank', [4, 6, 8, 9, 10]);
