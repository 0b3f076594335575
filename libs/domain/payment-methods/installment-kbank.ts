import { installment } from './installment.js';

/** Installments on a card of KBank. */
export const installmentKbank = installment('kbank', 'KBank', [3, 4, 6, 10]);
