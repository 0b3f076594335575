import { MALAYSIAN_BANKS } from './malaysian-banks.js';
import { MALAYSIAN_TRANSFERS } from './malaysian-transfers.js';
import type { Bank, PaymentMethod } from './payment-method.js';
import { bankOf } from './required-details.js';
import { METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** FPX has two more than DuitNow. */
const BANKS: readonly Bank[] = [
  ...MALAYSIAN_BANKS,
  { code: 'bocm', name: 'Bank Of China' },
  { code: 'maybank2e', name: 'Maybank2E' },
];

/** FPX: the website of the Malaysian bank that `bank` names (docs/fidelity.md P13, P14). */
export const fpx: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'fpx',
  title: 'FPX',
  flow: 'redirect',
  pageKind: 'internet_banking',
  countries: ['MY'],
  limits: MALAYSIAN_TRANSFERS,
  required: [bankOf(BANKS)],
  banks: BANKS,
  refunds: WALLET_REFUNDS,
};
