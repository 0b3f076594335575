import { holdsCardNumber } from '#kernel/card-numbers-in-text.js';
import { CARD_OUTCOMES } from '#resources/cards/rules/card-outcome.js';
import { TOKENIZATION_METHODS } from '#resources/cards/rules/tokenization-methods.js';
import * as is from './column-rules.js';
import type { TableRules } from './table-rules.js';

export const CARD_ROWS: Readonly<Record<string, TableRules>> = {
  card: {
    columns: {
      id: is.idOf('card'),
      ...is.versioned,
      attached_at: is.someTime,
      deleted: is.boolean,
      name: withoutCardNumber(is.text(255)),
      brand: is.text(32),
      bank: is.text(255),
      financing: is.text(32),
      country: is.pattern(/^([a-z]{2})?$/i, 'a country of two letters, or empty'),
      fingerprint: is.text(255),
      first_digits: is.pattern(/^\d{0,6}$/, 'at most six digits'),
      last_digits: is.pattern(/^\d{4}$/, 'four digits'),
      expiration_month: is.integer(1, 12),
      expiration_year: is.integer(1970, 9999),
      security_code_check: is.boolean,
      tokenization_method: is.nullable(is.oneOf(TOKENIZATION_METHODS)),
      outcome: is.oneOf(CARD_OUTCOMES),
      street1: withoutCardNumber(is.short),
      street2: withoutCardNumber(is.short),
      city: withoutCardNumber(is.short),
      state: withoutCardNumber(is.short),
      postal_code: withoutCardNumber(is.short),
      phone_number: withoutCardNumber(is.short),
      has_email: is.boolean,
    },
  },
};

/** As stored by the vault. */
function withoutCardNumber(rule: is.ColumnRule): is.ColumnRule {
  return (value, livemode) =>
    rule(value, livemode) ??
    (typeof value === 'string' && holdsCardNumber(value) ? 'must not contain a card number' : undefined);
}
