import { installmentWlb } from './installment-wlb.js';

/** White-label installments on a card of TMBThanachart Bank. */
export const installmentWlbTtb = installmentWlb('ttb', 'TTB', [3, 4, 6, 10]);
