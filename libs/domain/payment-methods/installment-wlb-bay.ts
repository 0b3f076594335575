import { installmentWlb } from './installment-wlb.js';

/** White-label installments on a card of Krungsri. */
export const installmentWlbBay = installmentWlb('bay', 'Krungsri', [3, 4, 6, 9, 10]);
