import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS } from './method-defaults.js';

/** Points of a Citi card, as money (docs/fidelity.md P9). */
export const pointsCiti: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'points_citi',
  title: 'Citi',
  titleKind: 'points',
  flow: 'redirect',
  pageKind: 'points',
  limits: accountLimits('THB'),
};
