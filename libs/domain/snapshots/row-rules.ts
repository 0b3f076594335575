import { LARGEST_AMOUNT } from '../account-limits.js';
import { amountRangeProblem } from '../amount.js';
import { holdsCardNumber } from '../cards/card-numbers-in-text.js';
import { CARD_OUTCOMES } from '../cards/card-outcome.js';
import { TOKENIZATION_METHODS } from '../cards/tokenization-methods.js';
import { MAX_DOCUMENT_BYTES } from '../disputes/document.rules.js';
import { DISPUTE_STATUSES } from '../disputes/dispute.js';
import { DIRECT_DEBIT_TYPES } from '../linked-accounts/direct-debit.js';
import { REGISTRATION_FAILURE_CODES } from '../linked-accounts/linked-account.js';
import { linkProblems } from '../links/link.rules.js';
import type { Currency } from '../money.js';
import { MAX_DESCRIPTION_LENGTH, MAX_EMAIL_LENGTH } from '../customers/customer.rules.js';
import { findPaymentMethod, PAYMENT_METHODS } from '../payment-methods/registry.js';
import { PLATFORM_TYPES } from '../sources/source.rules.js';
import { CHARGE_RULES } from './charge-rules.js';
import { CHECKOUT_RULES } from './checkout-rules.js';
import * as is from './column-rules.js';
import type { ColumnRule } from './column-rules.js';
import { RECORD_RULES } from './record-rules.js';
import { SCHEDULE_RULES } from './schedule-rules.js';
import { have, type Row, type TableRules } from './table-rules.js';
import { TRANSFER_RULES } from './transfer-rules.js';

const {
  boolean,
  count,
  currency,
  idOf,
  integer,
  metadata,
  money,
  nullable,
  object,
  oneOf,
  pattern,
  reference,
  text,
  time,
} = is;
/** As long as requests may have them. */
const MAX_MESSAGE_LENGTH = 5_000;
const MAX_TEXT_LENGTH = 255;
const MAX_BASE64 = Math.ceil(MAX_DOCUMENT_BYTES / 3) * 4;
const described = nullable(text(MAX_DESCRIPTION_LENGTH));
const short = nullable(text(MAX_TEXT_LENGTH));
const someTime = nullable(time);
const own = { livemode: boolean, created_at: time };
const amounts = { amount: money, currency, funding_amount: money, funding_currency: currency };
const versioned = { version: count, ...own };

export const ROW_RULES: Readonly<Record<string, TableRules>> = {
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
      details: object,
      ip: short,
    },
    together: sourceProblem,
  },
  customer: {
    columns: {
      id: idOf('customer'),
      ...versioned,
      description: described,
      email: nullable(text(MAX_EMAIL_LENGTH)),
      metadata,
      default_card_id: nullable(reference('card')),
      deleted: boolean,
    },
  },
  linked_account: {
    columns: {
      id: idOf('linked_account'),
      ...versioned,
      type: oneOf(DIRECT_DEBIT_TYPES),
      status: oneOf(['pending', 'successful', 'failed']),
      return_uri: is.returnUri,
      last_digits: nullable(pattern(/^\d{4}$/, 'four digits')),
      metadata,
      failure_code: nullable(oneOf(REGISTRATION_FAILURE_CODES)),
      customer_id: nullable(reference('customer')),
      registered_at: someTime,
      expires_at: time,
    },
    together: (row) =>
      have(row, row['status'] === 'successful', 'last_digits', 'registered_at') ??
      have(row, row['status'] === 'failed', 'failure_code') ??
      (row['customer_id'] !== null && row['status'] !== 'successful'
        ? 'customer_id must be null for an unregistered account'
        : undefined),
  },
  card: {
    columns: {
      id: idOf('card'),
      ...versioned,
      customer_id: nullable(reference('customer')),
      attached_at: someTime,
      deleted: boolean,
      name: safe(text(255)),
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
      street1: safe(short),
      street2: safe(short),
      city: safe(short),
      state: safe(short),
      postal_code: safe(short),
      phone_number: safe(short),
    },
  },
  ...CHARGE_RULES,
  link: {
    columns: {
      id: idOf('link'),
      ...versioned,
      amount: money,
      currency,
      multiple: boolean,
      used_at: someTime,
      deleted_at: someTime,
      title: text(MAX_TEXT_LENGTH),
      description: text(MAX_DESCRIPTION_LENGTH),
    },
    together: (row) => linkProblems(row)[0],
  },
  chain: { columns: { id: idOf('chain'), ...versioned, email: text(255), revoked_at: someTime } },
  token: {
    columns: {
      id: idOf('token'),
      ...versioned,
      card_id: reference('card'),
      used_at: someTime,
      charge_id: nullable(reference('charge')),
    },
    together: (row) =>
      row['charge_id'] !== null && row['used_at'] === null
        ? 'used_at must not be null for a token that paid a charge'
        : undefined,
  },
  transaction: {
    columns: {
      id: idOf('transaction'),
      ...own,
      amount: money,
      currency,
      origin: reference('charge', 'refund', 'dispute', 'transfer'),
      transferable_at: time,
      direction: oneOf(['credit', 'debit']),
      key: pattern(/^[a-z]+(\.[a-z]+){2}$/, 'the key of a transaction'),
    },
  },
  journal_entry: {
    columns: {
      posting_id: idOf('transaction'),
      livemode: boolean,
      currency,
      amount: is.signedMoney,
      ledger: oneOf([
        'customers',
        'merchant',
        'fees',
        'vat',
        'interest',
        'disputes',
        'transfers',
        'recipients',
      ]),
    },
  },
  refund: {
    columns: {
      id: idOf('refund'),
      ...own,
      ...amounts,
      charge_id: reference('charge'),
      voided: boolean,
      metadata,
      transaction_id: reference('transaction'),
      amount: integer(1, LARGEST_AMOUNT),
    },
  },
  dispute: {
    columns: {
      id: idOf('dispute'),
      ...versioned,
      ...amounts,
      charge_id: reference('charge'),
      status: oneOf(DISPUTE_STATUSES),
      message: nullable(text(MAX_MESSAGE_LENGTH)),
      metadata,
      amount: integer(1, LARGEST_AMOUNT),
      reason_code: text(255),
      reason_message: text(255),
      closed_at: someTime,
      started_transaction_id: reference('transaction'),
      won_transaction_id: nullable(reference('transaction')),
    },
    together: (row) =>
      have(row, ['won', 'lost'].includes(row['status'] as string), 'closed_at') ??
      have(row, row['status'] === 'won', 'won_transaction_id'),
  },
  dispute_document: {
    columns: {
      id: idOf('document'),
      ...versioned,
      dispute_id: reference('dispute'),
      filename: text(255),
      deleted: boolean,
      content_type: oneOf(['image/png', 'image/jpeg', 'application/pdf']),
      download_token: pattern(/^[0-9A-F]{16}$/, '16 hexadecimal digits'),
      content: nullable(base64),
    },
    together: (row) => have(row, row['deleted'] === false, 'content'),
  },
  ...CHECKOUT_RULES,
  ...TRANSFER_RULES,
  ...SCHEDULE_RULES,
  ...RECORD_RULES,
};

/** As stored by the vault: without card numbers. */
function safe(rule: ColumnRule): ColumnRule {
  return (value, livemode) =>
    rule(value, livemode) ??
    (typeof value === 'string' && holdsCardNumber(value) ? 'must not contain a card number' : undefined);
}

function sourceProblem({ type, amount, currency: code }: Row): string | undefined {
  const range = findPaymentMethod(type)?.limits[code as Currency];
  return range ? amountRangeProblem(amount as number, range) : 'currency must be supported by the type';
}

function base64(value: unknown): string | undefined {
  return typeof value === 'string' &&
    value.length > 0 &&
    value.length <= MAX_BASE64 &&
    Buffer.from(value, 'base64').toString('base64') === value
    ? undefined
    : `must be at most ${MAX_DOCUMENT_BYTES} bytes in Base64`;
}
