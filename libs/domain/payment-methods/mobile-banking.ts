import { MINUTE_MS } from '../time.js';
import type { PaymentMethod } from './payment-method.js';
import { USUAL } from './usual.js';

/** The mobile banking app of a Thai bank: the customer confirms in the app (docs/fidelity.md P2). */
export function mobileBanking(bank: string, app: string): PaymentMethod {
  return {
    ...USUAL,
    type: `mobile_banking_${bank}`,
    title: app,
    flow: 'app_redirect',
    limits: { THB: { min: 2_000, max: 15_000_000 } },
    expiresAfterMs: 10 * MINUTE_MS,
    references: 'provider',
    handOff: { kind: 'app', app },
  };
}
