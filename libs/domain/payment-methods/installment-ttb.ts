import { installment } from './installment.js';

/** Installments on a card of ttb. */
export const installmentTtb = installment('ttb', 'ttb', [3, 4, 6, 10]);
