import type { PaymentMethod } from './payment-method.js';
import { EMAIL, nameOfAtMost, PHONE_NUMBER } from './required-details.js';
import { METHOD_DEFAULTS } from './method-defaults.js';

/** A konbini prints no more of a name on its receipt. */
const MAX_NAME_LENGTH = 10;

/**
 * Konbini, Pay-easy and online banking in Japan: the page stands in for the counter (docs/fidelity.md P13).
 */
export const econtext: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'econtext',
  title: 'Pay-easy',
  titleKind: 'counters',
  flow: 'offline',
  pageKind: 'counter',
  countries: ['JP'],
  limits: { JPY: { min: 200, max: 49_999 } },
  required: [nameOfAtMost(MAX_NAME_LENGTH), EMAIL, PHONE_NUMBER],
  references: 'terminal',
};
