import { installment } from './installment.js';

/** Installments on a card of Krungsri First Choice. */
export const installmentFirstChoice = installment(
  'first_choice',
  'Krungsri First Choice',
  [3, 4, 6, 9, 10, 12, 18, 24, 36],
);
