import { AUTHENTICATIONS, AUTHORIZATION_TYPES, CHARGE_STATUSES } from './charge.js';
import { cardAmountProblem, directDebitAmountProblem } from './charge.rules.js';
import { MAX_WRONG_PASSWORDS } from './one-time-password.js';
import { FAILURE_CODES } from '../failures.js';
import { MAX_WEBHOOK_ENDPOINTS } from '../webhooks/addresses.js';
import {
  amounts,
  boolean,
  count,
  decimal,
  described,
  idOf,
  integer,
  listOf,
  metadata,
  money,
  nullable,
  oneOf,
  personal,
  reference,
  returnUri,
  short,
  someTime,
  text,
  time,
  versioned,
  webhookUri,
} from '../snapshots/column-rules.js';
import { have, type Row, type TableRules } from '../snapshots/table-rules.js';

export const CHARGE_ROWS: Readonly<Record<string, TableRules>> = {
  charge: {
    columns: {
      id: idOf('charge'),
      ...versioned,
      ...amounts,
      status: oneOf(CHARGE_STATUSES),
      captured_amount: money,
      refunded_amount: money,
      refund_count: count,
      fee_flat: decimal,
      fee_rate: decimal,
      vat_rate: decimal,
      interest_rate: decimal,
      description: described,
      metadata,
      capture: boolean,
      authorization_type: nullable(oneOf(AUTHORIZATION_TYPES)),
      authentication: nullable(oneOf(AUTHENTICATIONS)),
      ip: personal(short),
      return_uri: nullable(returnUri),
      payment_id: nullable(idOf('payment', 'card_payment')),
      source_id: nullable(reference('source')),
      card_id: nullable(reference('card')),
      linked_account_id: nullable(reference('linked_account')),
      customer_id: nullable(reference('customer')),
      schedule_id: nullable(reference('schedule')),
      wrong_password_count: integer(0, MAX_WRONG_PASSWORDS),
      provider_references: listOf(text(255), 10),
      document_id: nullable(idOf('document')),
      transaction_id: nullable(reference('transaction')),
      dispute_id: nullable(reference('dispute')),
      failure_code: nullable(oneOf(FAILURE_CODES)),
      voided: boolean,
      webhook_endpoints: listOf(webhookUri, MAX_WEBHOOK_ENDPOINTS),
      expires_at: time,
      authorized_at: someTime,
      paid_at: someTime,
      expired_at: someTime,
      reversed_at: someTime,
      settles_at: someTime,
      link_id: nullable(reference('link')),
      settles_as: nullable(oneOf(['successful', 'never', ...FAILURE_CODES])),
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
  const {
    status,
    amount,
    captured_amount: captured,
    refunded_amount: refunded,
    source_id: source,
    card_id: card,
  } = row;
  const isPaid = status === 'successful';
  if ((source !== null || card !== null) === (row['linked_account_id'] !== null))
    return 'it must have source_id, card_id or linked_account_id';
  const amountProblem = chargedAmountProblem(row);
  if (amountProblem !== undefined) return amountProblem;
  if ((captured as number) > (amount as number)) return 'captured_amount must not be more than amount';
  if ((refunded as number) > (captured as number))
    return 'refunded_amount must not be more than captured_amount';
  if (!isPaid && refunded !== 0) return 'refunded_amount must be 0 for an unpaid charge';
  if (status === 'failed' && row['failure_code'] === null)
    return 'failure_code must not be null for a failed charge';
  if (isPaid && row['authorized_at'] === null) return 'authorized_at must not be null for a paid charge';
  if (isPaid && row['failure_code'] !== null) return 'failure_code must be null for a paid charge';
  if (status !== 'failed' && row['wrong_password_count'] === MAX_WRONG_PASSWORDS)
    return `wrong_password_count must be less than ${MAX_WRONG_PASSWORDS} unless the charge failed`;
  if (row['settles_at'] && !row['settles_as']) return 'settles_as must not be null if settles_at is set';
  return (
    have(row, isPaid, 'paid_at', 'transaction_id') ??
    have(row, status === 'expired', 'expired_at') ??
    have(row, status === 'reversed', 'reversed_at')
  );
}
