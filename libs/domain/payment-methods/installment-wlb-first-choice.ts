import { installmentWlb } from './installment-wlb.js';
import type { PaymentMethod } from './payment-method.js';

/** White-label installments on a Krungsri First Choice card; some of these are loan cards. */
export const installmentWlbFirstChoice: PaymentMethod = {
  ...installmentWlb('first_choice', 'Krungsri First Choice', [3, 4, 6, 9, 10, 12, 18, 24, 36]),
  loanInstallmentTerms: [3, 4, 6, 9, 10, 12, 18, 24],
};
