import type { Situation } from './situation.js';
import { API_SITUATIONS } from './situations/api.js';
import { CUSTOMER_SITUATIONS } from './situations/customers.js';
import { DECLINE_SITUATIONS } from './situations/declines.js';
import {
  AUTHORIZATION_SITUATIONS,
  DISPUTE_SITUATIONS,
  REFUND_SITUATIONS,
  SAVED_CARD_SITUATIONS,
} from './situations/money.js';
import { paymentSituations } from './situations/payments.js';
import { WEBHOOK_SITUATIONS } from './situations/webhooks.js';

/** The situations of a shop in a country, by two capital letters. */
export function situationsOf(country: string): Situation[] {
  return [
    ...paymentSituations(country),
    ...DECLINE_SITUATIONS,
    ...CUSTOMER_SITUATIONS,
    ...AUTHORIZATION_SITUATIONS,
    ...REFUND_SITUATIONS,
    ...DISPUTE_SITUATIONS,
    ...SAVED_CARD_SITUATIONS,
    ...WEBHOOK_SITUATIONS,
    ...API_SITUATIONS,
  ];
}
