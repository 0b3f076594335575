import { installmentWlb } from './installment-wlb.js';

/** White-label installments on a card of Bangkok Bank. */
export const installmentWlbBbl = installmentWlb('bbl', 'Bangkok Bank', [4, 6, 8, 10]);
