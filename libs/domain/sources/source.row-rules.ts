import { chargeLimits } from '../account-limits.js';
import { amountRangeProblem } from '../amount.js';
import type { Currency } from '../money.js';
import { findPaymentMethod, PAYMENT_METHODS } from '../payment-methods/registry.js';
import { PLATFORM_TYPES } from './source.rules.js';
import * as is from '../snapshots/column-rules.js';
import { allTextsRemoved } from '../snapshots/personal-texts.js';
import { type Row, type TableRules } from '../snapshots/table-rules.js';

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
      details: is.personal(is.object, allTextsRemoved),
      ip: is.personal(is.short),
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
