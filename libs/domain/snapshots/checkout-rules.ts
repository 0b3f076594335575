import { MAX_WEBHOOK_ENDPOINTS } from '../charges/charge.rules.js';
import { COLOR, LOCALE, MAX_METHODS } from '../checkout/checkout-session.rules.js';
import * as is from './column-rules.js';
import type { TableRules } from './table-rules.js';

const { boolean, idOf, listOf, nullable, pattern, text, time } = is;
const color = nullable(pattern(COLOR, 'a color such as #173799'));

/** What rows of checkout sessions must be. */
export const CHECKOUT_RULES: Readonly<Record<string, TableRules>> = {
  checkout_session: {
    columns: {
      ...{ id: idOf('checkout_session'), version: is.count, livemode: boolean, created_at: time, amount: is.money, currency: is.currency },
      ...{ order_id: nullable(text(255)), description: nullable(text(1_000)), metadata: is.metadata, auto_capture: boolean },
      ...{ payment_methods: listOf(text(255), MAX_METHODS), complete_url: is.httpUrl, cancel_url: is.httpUrl },
      ...{ theme_color: color, text_color: color, locale: nullable(pattern(LOCALE, 'a language such as en')) },
      ...{ webhook_endpoints: listOf(is.webhookUri, MAX_WEBHOOK_ENDPOINTS), charge_id: nullable(idOf('charge')) },
      ...{ expires_at: time, cancelled_at: nullable(time) },
    },
    together: (row) =>
      row['charge_id'] !== null && row['cancelled_at'] !== null ? 'cancelled_at must be null: it has a charge' : undefined,
  },
};
