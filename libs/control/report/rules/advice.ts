import type { Advice } from './advice/advice.js';
import { CALL_ADVICE } from './advice/calls.js';
import { CHARGE_ADVICE } from './advice/charges.js';
import { WEBHOOK_ADVICE } from './advice/webhooks.js';

export const ADVICE: readonly Advice[] = [...CHARGE_ADVICE, ...WEBHOOK_ADVICE, ...CALL_ADVICE];
