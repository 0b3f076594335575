import { FAILURE_CODES } from '#kernel/failures.js';
import { MAX_WEBHOOK_ENDPOINTS } from '#kernel/addresses.js';
import { AUTHENTICATIONS, AUTHORIZATION_TYPES, CHARGE_STATUSES } from '#resources/charges/rules/charge.js';
import { cardAmountProblem, directDebitAmountProblem } from '#resources/charges/rules/charge.rules.js';
import { MAX_WRONG_PASSWORDS } from '#resources/charges/rules/one-time-password.js';
import * as is from './column-rules.js';
import type { Row, TableRules } from './table-rules.js';

export const CHARGE_ROWS: Readonly<Record<string, TableRules>> = {
  charge: {
    columns: {
      id: is.idOf('charge'),
      ...is.versioned,
      ...is.amounts,
      status: is.oneOf(CHARGE_STATUSES),
      captured_amount: is.money,
      refunded_amount: is.money,
      refund_count: is.count,
      fee_flat: is.decimal,
      fee_rate: is.decimal,
      vat_rate: is.decimal,
      interest_rate: is.decimal,
      description: is.described,
      metadata: is.metadata,
      capture: is.boolean,
      authorization_type: is.nullable(is.oneOf(AUTHORIZATION_TYPES)),
      authentication: is.nullable(is.oneOf(AUTHENTICATIONS)),
      ip: is.short,
      return_uri: is.nullable(is.returnUri),
      payment_id: is.nullable(is.idOf('payment', 'card_payment')),
      wrong_password_count: is.integer(0, MAX_WRONG_PASSWORDS),
      provider_references: is.listOf(is.text(255), 10),
      document_id: is.nullable(is.idOf('document')),
      failure_code: is.nullable(is.oneOf(FAILURE_CODES)),
      voided: is.boolean,
      webhook_endpoints: is.listOf(is.webhookUri, MAX_WEBHOOK_ENDPOINTS),
      expires_at: is.time,
      authorized_at: is.someTime,
      paid_at: is.someTime,
      expired_at: is.someTime,
      reversed_at: is.someTime,
      settles_at: is.someTime,
      settles_as: is.nullable(is.oneOf(['successful', 'never', ...FAILURE_CODES])),
    },
    together: chargeProblem,
  },
};

/** The amount of a charge on a source is that of the source. */
function chargedAmountProblem(row: Row): string | undefined {
  if (row['source_id'] !== null) return undefined;
  return row['card_id'] === null ? directDebitAmountProblem(row) : cardAmountProblem(row);
}

function chargeProblem(row: Row): string | undefined {
  const amountProblem = chargedAmountProblem(row);
  if (amountProblem !== undefined) return amountProblem;
  const isPaid = row['status'] === 'successful';
  const ends = ['paid_at', 'expired_at', 'reversed_at'].filter((name) => row[name] !== null);
  if (ends.length > 1) return `one of ${ends.join(' and ')} must be null`;
  if (!isPaid && row['refunded_amount'] !== 0) return 'refunded_amount must be 0 for an unpaid charge';
  if (isPaid && row['authorized_at'] === null) return 'authorized_at must not be null for a paid charge';
  if (isPaid && row['failure_code'] !== null) return 'failure_code must be null for a paid charge';
  if (row['status'] !== 'failed' && row['wrong_password_count'] === MAX_WRONG_PASSWORDS)
    return `wrong_password_count must be less than ${MAX_WRONG_PASSWORDS} unless the charge failed`;
  return row['settles_at'] && !row['settles_as']
    ? 'settles_as must not be null if settles_at is set'
    : undefined;
}
