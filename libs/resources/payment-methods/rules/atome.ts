import type { PaymentMethod } from './payment-method.js';
import { ANY_PHONE_NUMBER, ITEMS, SHIPPING } from './required-details.js';
import { METHOD_DEFAULTS, WALLET_REFUNDS } from './method-defaults.js';

/** Atome: the customer pays in three parts, and the merchant is paid at once (docs/fidelity.md P13). */
export const atome: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'atome',
  title: 'Atome',
  flow: 'redirect',
  countries: ['TH', 'SG', 'MY'],
  limits: {
    THB: { min: 2_000, max: 15_000_000 },
    SGD: { min: 150, max: 2_000_000 },
    MYR: { min: 1_000, max: 10_000_000 },
  },
  required: [ANY_PHONE_NUMBER, SHIPPING, ITEMS],
  refunds: WALLET_REFUNDS,
  handOff: { kind: 'qr', wallet: 'Atome' },
};
