import { installmentWlb } from './installment-wlb.js';

/** White-label installments on a card of Siam Commercial Bank. */
export const installmentWlbScb = installmentWlb('scb', 'SCB', [3, 4, 6, 9, 10]);
