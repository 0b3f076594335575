import { installmentWlb } from './installment-wlb.js';

/** White-label installments on a card of UOB. */
export const installmentWlbUob = installmentWlb('uob', 'UOB', [3, 4, 6, 10]);
