import { SOURCES_SINCE } from '../api-versions/versions.js';
import { MINUTE_MS } from '../time.js';
import type { PaymentMethod } from './payment-method.js';
import { METHOD_DEFAULTS } from './method-defaults.js';

/** Of a bank in Thailand (docs/fidelity.md P2). */
const IN_THAILAND = { countries: ['TH'], limits: { THB: { min: 2_000, max: 15_000_000 } } };

/** The mobile banking app of a bank: the customer confirms in the app (docs/fidelity.md P2, P7). */
export function mobileBanking(
  bank: string,
  app: string,
  terms: Pick<PaymentMethod, 'countries' | 'limits'> & Partial<PaymentMethod> = IN_THAILAND,
): PaymentMethod {
  return {
    ...METHOD_DEFAULTS,
    type: `mobile_banking_${bank}`,
    title: app,
    flow: 'app_redirect',
    pageKind: 'mobile_banking',
    since: SOURCES_SINCE,
    expiresAfterMs: 10 * MINUTE_MS,
    references: 'provider',
    handOff: { kind: 'app', app },
    ...terms,
  };
}
