import { amountRangeProblem } from '#kernel/amount.js';
import type { Currency } from '#kernel/money.js';
import { chargeLimits } from '#resources/account/rules/account-limits.js';
import { findPaymentMethod, PAYMENT_METHODS } from '#resources/payment-methods/rules/registry.js';
import { PLATFORM_TYPES } from '#resources/sources/rules/source.rules.js';
import * as is from './column-rules.js';
import { type Row, type TableRules } from './table-rules.js';

export const SOURCE_ROWS: Readonly<Record<string, TableRules>> = {
  source: {
    columns: {
      id: is.idOf('source'),
      ...is.own,
      type: is.oneOf(PAYMENT_METHODS.map(({ type }) => type)),
      amount: is.money,
      currency: is.currency,
      platform_type: is.nullable(is.oneOf(PLATFORM_TYPES)),
      installment_term: is.nullable(is.integer(1, 120)),
      zero_interest_installments: is.nullable(is.boolean),
      details: is.object,
      ip: is.short,
    },
    together: sourceProblem,
  },
};

function sourceProblem({ type, amount, currency: code }: Row): string | undefined {
  const currency = code as Currency;
  const range = findPaymentMethod(type)?.limits[currency];
  if (!range) return 'currency must be supported by the type';
  // Earlier releases had no maximum of some methods.
  return amountRangeProblem(amount as number, { min: range.min, max: chargeLimits(currency).max });
}
