import { installmentWlb } from './installment-wlb.js';

/** White-label installments on a card of KTC. */
export const installmentWlbKtc = installmentWlb('ktc', 'KTC', [3, 4, 5, 6, 7, 8, 9, 10]);
