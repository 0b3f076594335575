import { MAX_WEBHOOK_ENDPOINTS } from '#kernel/addresses.js';
import { SESSION_EXPIRES_AFTER_MS } from '#resources/checkout/rules/checkout-session.js';
import {
  COLOR,
  LOCALE,
  MAX_METHODS,
  sessionProblems,
} from '#resources/checkout/rules/checkout-session.rules.js';
import { PAYMENT_METHODS } from '#resources/payment-methods/rules/registry.js';
import * as is from './column-rules.js';
import type { Row, TableRules } from './table-rules.js';

const ALL_METHODS = ['card', ...PAYMENT_METHODS.map(({ type }) => type)];
const color = is.nullable(is.pattern(COLOR, 'a color such as #173799'));

export const CHECKOUT_ROWS: Readonly<Record<string, TableRules>> = {
  checkout_session: {
    columns: {
      id: is.idOf('checkout_session'),
      version: is.count,
      livemode: is.boolean,
      created_at: is.time,
      amount: is.money,
      currency: is.currency,
      order_id: is.short,
      description: is.described,
      metadata: is.metadata,
      auto_capture: is.boolean,
      payment_methods: is.listOf(is.text(255), MAX_METHODS),
      complete_url: is.returnUri,
      cancel_url: is.returnUri,
      theme_color: color,
      text_color: color,
      locale: is.nullable(is.pattern(LOCALE, 'a language such as en')),
      webhook_endpoints: is.listOf(is.webhookUri, MAX_WEBHOOK_ENDPOINTS),
      expires_at: is.time,
      cancelled_at: is.nullable(is.time),
    },
    together: sessionProblem,
  },
};

function sessionProblem(row: Row): string | undefined {
  const { complete_url, cancel_url, created_at: createdAt, expires_at: expiresAt } = row;
  const [problem] = sessionProblems({ ...row, redirect_urls: { complete_url, cancel_url } }, ALL_METHODS);
  if (problem !== undefined) return problem;
  const lasts = Date.parse(String(expiresAt)) - Date.parse(String(createdAt));
  return lasts > SESSION_EXPIRES_AFTER_MS ? 'expires_at must be within a day of created_at' : undefined;
}
