import { MINUTE_MS } from '../time.js';
import { ALTERNATIVE_METHOD_FEES, type PaymentMethod } from './payment-method.js';

/** K PLUS, the mobile banking app of a Thai bank: the customer confirms in the app (docs/fidelity.md P2). */
export const mobileBankingKbank: PaymentMethod = {
  type: 'mobile_banking_kbank',
  title: 'K PLUS',
  flow: 'app_redirect',
  limits: { THB: { min: 2_000, max: 15_000_000 } },
  expiresAfterMs: 10 * MINUTE_MS,
  returnUriSchemes: ['https:', 'http:'],
  manualCapture: false,
  refunds: null,
  voidable: false,
  providerReferences: true,
  handOff: { kind: 'app', app: 'K PLUS' },
  fees: ALTERNATIVE_METHOD_FEES,
};
