import { installmentWlb } from './installment-wlb.js';

/** White-label installments on a card of Kasikornbank. */
export const installmentWlbKbank = installmentWlb('kbank', 'Kasikorn Bank', [3, 6, 10]);
