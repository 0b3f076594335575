import { installment } from './installment.js';

/** Installments on a card of KTC. */
export const installmentKtc = installment('ktc', 'KTC', [3, 4, 5, 6, 7, 8, 9, 10]);
