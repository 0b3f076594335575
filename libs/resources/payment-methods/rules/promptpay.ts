import { DAY_MS } from '#kernel/time.js';
import { promptpayCode } from './codes/promptpay-code.js';
import type { PaymentMethod } from './payment-method.js';
import { METHOD_DEFAULTS } from './method-defaults.js';

/** PromptPay: the customer scans a code with the app of any Thai bank (docs/fidelity.md P10). */
export const promptpay: PaymentMethod = {
  ...METHOD_DEFAULTS,
  type: 'promptpay',
  title: 'PromptPay',
  flow: 'offline',
  pageKind: 'qr',
  hasPage: false,
  limits: { THB: { min: 2_000, max: 15_000_000 } },
  expiresAfterMs: DAY_MS,
  references: 'code',
  code: { kind: 'qr', contentOf: promptpayCode },
};
