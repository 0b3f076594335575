import { chargeLimits } from '../account-limits.js';
import { installment } from './installment.js';
import type { PaymentMethod } from './payment-method.js';

/**
 * Installments on a card of Maybank, in Malaysia: the merchant always pays the interest (docs/fidelity.md
 * P8).
 */
export const installmentMbb: PaymentMethod = {
  ...installment('mbb', 'Maybank', [6, 12, 18, 24]),
  countries: ['MY'],
  limits: { MYR: { min: 50_000, max: chargeLimits('MYR').max } },
  isInterestAbsorbed: true,
};
