import { amountRangeProblem } from '../amount.js';
import type { Currency } from '../money.js';
import { findPaymentMethod, PAYMENT_METHODS } from '../payment-methods/registry.js';
import { PLATFORM_TYPES } from './source.rules.js';
import {
  boolean,
  currency,
  idOf,
  integer,
  money,
  nullable,
  object,
  oneOf,
  own,
  personal,
  short,
} from '../snapshots/column-rules.js';
import { allTextsRemoved } from '../snapshots/personal-texts.js';
import { type Row, type TableRules } from '../snapshots/table-rules.js';

export const SOURCE_ROWS: Readonly<Record<string, TableRules>> = {
  source: {
    columns: {
      id: idOf('source'),
      ...own,
      type: oneOf(PAYMENT_METHODS.map(({ type }) => type)),
      amount: money,
      currency,
      platform_type: nullable(oneOf(PLATFORM_TYPES)),
      installment_term: nullable(integer(1, 120)),
      zero_interest_installments: nullable(boolean),
      details: personal(object, allTextsRemoved),
      ip: personal(short),
    },
    together: sourceProblem,
  },
};

function sourceProblem({ type, amount, currency: code }: Row): string | undefined {
  const range = findPaymentMethod(type)?.limits[code as Currency];
  return range ? amountRangeProblem(amount as number, range) : 'currency must be supported by the type';
}
