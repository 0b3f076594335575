import type { PaymentMethod } from './payment-method.js';

/** What one transfer between Malaysian banks may be: from 1 to 30,000 ringgit (docs/fidelity.md P13). */
export const MALAYSIAN_TRANSFERS: PaymentMethod['limits'] = { MYR: { min: 100, max: 3_000_000 } };
