import { MAX_WEBHOOK_ENDPOINTS } from '../webhooks/addresses.js';
import { SESSION_EXPIRES_AFTER_MS } from './checkout-session.js';
import { COLOR, LOCALE, MAX_METHODS, sessionProblems } from './checkout-session.rules.js';
import { PAYMENT_METHODS } from '../payment-methods/registry.js';
import {
  boolean,
  count,
  currency,
  described,
  idOf,
  listOf,
  metadata,
  money,
  nullable,
  pattern,
  personal,
  reference,
  returnUri,
  short,
  text,
  time,
  webhookUri,
} from '../snapshots/column-rules.js';
import type { Row, TableRules } from '../snapshots/table-rules.js';

/** Payment methods of all accounts. */
const ALL_METHODS = ['card', ...PAYMENT_METHODS.map(({ type }) => type)];
const color = nullable(pattern(COLOR, 'a color such as #173799'));

export const CHECKOUT_ROWS: Readonly<Record<string, TableRules>> = {
  checkout_session: {
    columns: {
      id: idOf('checkout_session'),
      version: count,
      livemode: boolean,
      created_at: time,
      amount: money,
      currency: currency,
      order_id: personal(short),
      description: described,
      metadata: metadata,
      auto_capture: boolean,
      payment_methods: listOf(text(255), MAX_METHODS),
      complete_url: returnUri,
      cancel_url: returnUri,
      theme_color: color,
      text_color: color,
      locale: nullable(pattern(LOCALE, 'a language such as en')),
      webhook_endpoints: listOf(webhookUri, MAX_WEBHOOK_ENDPOINTS),
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
