import type { PaymentMethod } from './payment-method.js';

/** Limits of transfers between Malaysian banks: 1 to 30,000 ringgit (docs/fidelity.md P13). */
export const MALAYSIAN_TRANSFERS: PaymentMethod['limits'] = { MYR: { min: 100, max: 3_000_000 } };
