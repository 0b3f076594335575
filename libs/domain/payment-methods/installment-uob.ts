import { installment } from './installment.js';

/** Installments on a card of UOB. */
export const installmentUob = installment('uob', 'UOB', [3, 4, 6, 10]);
