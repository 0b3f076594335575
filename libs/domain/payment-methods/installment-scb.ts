import { installment } from './installment.js';

/** Installments on a card of SCB. */
export const installmentScb = installment('scb', 'SCB', [3, 4, 6, 9, 10]);
