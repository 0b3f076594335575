import { installment } from './installment.js';

/** Installments on a card of Krungsri. */
export const installmentBay = installment('bay', 'Krungsri', [3, 4, 6, 9, 10]);
