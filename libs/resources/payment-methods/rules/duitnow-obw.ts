import { MALAYSIAN_BANKS } from './malaysian-banks.js';
import { MALAYSIAN_TRANSFERS } from './malaysian-transfers.js';
import type { PaymentMethod } from './payment-method.js';
import { bankOf } from './required-details.js';
import { METHOD_DEFAULTS, WHOLE_REFUNDS } from './method-defaults.js';

/** DuitNow Online Banking/Wallets: the website or wallet that `bank` names (docs/fidelity.md P13, P14). */
export const duitnowObw: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'duitnow_obw',
  title: 'DuitNow Online Banking/Wallets',
  flow: 'redirect',
  pageKind: 'internet_banking',
  countries: ['MY'],
  limits: MALAYSIAN_TRANSFERS,
  required: [bankOf(MALAYSIAN_BANKS)],
  banks: MALAYSIAN_BANKS,
  refunds: WHOLE_REFUNDS,
};
