import { MAX_WEBHOOK_ENDPOINTS } from '../webhooks/addresses.js';
import { SESSION_EXPIRES_AFTER_MS } from '../checkout/checkout-session.js';
import { COLOR, LOCALE, MAX_METHODS, sessionProblems } from '../checkout/checkout-session.rules.js';
import { PAYMENT_METHODS } from '../payment-methods/registry.js';
import * as is from './column-rules.js';
import type { Row, TableRules } from './table-rules.js';

const { boolean, idOf, listOf, nullable, pattern, reference, text, time } = is;
/** Payment methods of all accounts. */
const ALL_METHODS = ['card', ...PAYMENT_METHODS.map(({ type }) => type)];
const color = nullable(pattern(COLOR, 'a color such as #173799'));

export const CHECKOUT_RULES: Readonly<Record<string, TableRules>> = {
  checkout_session: {
    columns: {
      id: idOf('checkout_session'),
      version: is.count,
      livemode: boolean,
      created_at: time,
      amount: is.money,
      currency: is.currency,
      order_id: nullable(text(255)),
      description: nullable(text(1_000)),
      metadata: is.metadata,
      auto_capture: boolean,
      payment_methods: listOf(text(255), MAX_METHODS),
      complete_url: is.returnUri,
      cancel_url: is.returnUri,
      theme_color: color,
      text_color: color,
      locale: nullable(pattern(LOCALE, 'a language such as en')),
      webhook_endpoints: listOf(is.webhookUri, MAX_WEBHOOK_ENDPOINTS),
      charge_id: nullable(reference('charge')),
      expires_at: time,
      cancelled_at: nullable(time),
    },
    together: sessionProblem,
  },
};

function sessionProblem(row: Row): string | undefined {
  const { complete_url, cancel_url, created_at: createdAt, expires_at: expiresAt } = row;
  const [problem] = sessionProblems({ ...row, redirect_urls: { complete_url, cancel_url } }, ALL_METHODS);
  if (problem !== undefined) return problem;
  if (row['charge_id'] !== null && row['cancelled_at'] !== null)
    return 'cancelled_at must be null if the session has a charge';
  const lasts = Date.parse(String(expiresAt)) - Date.parse(String(createdAt));
  return lasts > SESSION_EXPIRES_AFTER_MS ? 'expires_at must be within a day of created_at' : undefined;
}
