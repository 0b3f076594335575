import { MINUTE_MS } from '#kernel/time.js';
import type { PaymentMethod } from './payment-method.js';
import { accountLimits, METHOD_DEFAULTS } from './method-defaults.js';

/** TrueMoney on a phone: the customer jumps into its app, and has three minutes (docs/fidelity.md P13). */
export const truemoneyJumpapp: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'truemoney_jumpapp',
  title: 'TrueMoney',
  titleKind: 'app',
  flow: 'app_redirect',
  limits: accountLimits('THB'),
  expiresAfterMs: 3 * MINUTE_MS,
  refunds: { partial: true, withinDays: 30 },
  handOff: { kind: 'app', app: 'TrueMoney' },
};
