import type { PaymentMethod } from './payment-method.js';
import { PHONE_NUMBER } from './required-details.js';
import { accountLimits, METHOD_DEFAULTS } from './method-defaults.js';

/** TrueMoney, a Thai wallet that a phone number names (docs/fidelity.md P9, P12). */
export const truemoney: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'truemoney',
  title: 'TrueMoney',
  flow: 'redirect',
  required: [PHONE_NUMBER],
  limits: accountLimits('THB'),
  refunds: { partial: false, withinDays: 30 },
  handOff: { kind: 'qr', wallet: 'TrueMoney' },
};
