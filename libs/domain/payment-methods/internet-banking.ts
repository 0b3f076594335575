import { DAY_MS } from '../time.js';
import type { PaymentMethod } from './payment-method.js';
import { accountLimits, USUAL } from './usual.js';

/** The website of a Thai bank, where the customer logs in and pays (docs/fidelity.md P7). */
export function internetBanking(bank: string, title: string): PaymentMethod {
  return {
    ...USUAL,
    type: `internet_banking_${bank}`,
    title,
    flow: 'redirect',
    pageKind: 'internet_banking',
    backendType: 'internet_banking',
    limits: accountLimits('THB'),
    expiresAfterMs: DAY_MS,
  };
}
