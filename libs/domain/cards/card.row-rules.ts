import { holdsCardNumber } from './card-numbers-in-text.js';
import { CARD_OUTCOMES } from './card-outcome.js';
import { TOKENIZATION_METHODS } from './tokenization-methods.js';
import {
  boolean,
  idOf,
  integer,
  nullable,
  oneOf,
  pattern,
  personal,
  reference,
  short,
  someTime,
  text,
  type ColumnRule,
  versioned,
} from '../snapshots/column-rules.js';
import { REMOVED } from '../snapshots/personal-texts.js';
import { type TableRules } from '../snapshots/table-rules.js';

export const CARD_ROWS: Readonly<Record<string, TableRules>> = {
  card: {
    columns: {
      id: idOf('card'),
      ...versioned,
      customer_id: nullable(reference('customer')),
      attached_at: someTime,
      deleted: boolean,
      name: personal(withoutCardNumber(text(255)), () => REMOVED),
      brand: text(32),
      bank: text(255),
      financing: text(32),
      country: pattern(/^[a-z]{2}$/i, 'a country of two letters'),
      fingerprint: text(255),
      first_digits: pattern(/^\d{0,6}$/, 'at most six digits'),
      last_digits: pattern(/^\d{4}$/, 'four digits'),
      expiration_month: integer(1, 12),
      expiration_year: integer(1970, 9999),
      security_code_check: boolean,
      tokenization_method: nullable(oneOf(TOKENIZATION_METHODS)),
      outcome: oneOf(CARD_OUTCOMES),
      street1: personal(withoutCardNumber(short)),
      street2: personal(withoutCardNumber(short)),
      city: personal(withoutCardNumber(short)),
      state: personal(withoutCardNumber(short)),
      postal_code: personal(withoutCardNumber(short)),
      phone_number: personal(withoutCardNumber(short)),
    },
  },
};

/** As stored by the vault. */
function withoutCardNumber(rule: ColumnRule): ColumnRule {
  return (value, livemode) =>
    rule(value, livemode) ??
    (typeof value === 'string' && holdsCardNumber(value) ? 'must not contain a card number' : undefined);
}
