import { RECIPIENT_FAILURES, RECIPIENT_TYPES, type BankAccount } from '../recipients/recipient.js';
import { isBankAccount, MAX_NAME_LENGTH } from '../recipients/recipient.rules.js';
import { TRANSFER_FAILURES, TRANSFER_STATES } from './transfer.js';
import { transferAmountProblem } from './transfer.rules.js';
import {
  boolean,
  currency,
  described,
  idOf,
  metadata,
  money,
  nullable,
  oneOf,
  personal,
  reference,
  short,
  someTime,
  text,
  time,
  versioned,
} from '../snapshots/column-rules.js';
import { REMOVED } from '../snapshots/personal-texts.js';
import { have, type Row, type TableRules } from '../snapshots/table-rules.js';

/** The number of a bank account in an anonymised export. */
const HIDDEN_NUMBER = '0000000000';

export const TRANSFER_ROWS: Readonly<Record<string, TableRules>> = {
  recipient: {
    columns: {
      id: idOf('recipient'),
      ...versioned,
      name: personal(text(MAX_NAME_LENGTH), () => REMOVED),
      email: personal(short),
      description: described,
      type: oneOf(RECIPIENT_TYPES),
      tax_id: personal(text(255), () => REMOVED),
      bank_account: personal(bankAccount, withoutHolder),
      is_default: boolean,
      failure_code: nullable(oneOf(RECIPIENT_FAILURES)),
      metadata,
      deleted: boolean,
      verified_at: someTime,
      activated_at: someTime,
    },
    together: (row) =>
      String(row['name']).trim() === ''
        ? "name can't be blank"
        : have(row, row['activated_at'] !== null, 'verified_at'),
  },
  transfer: {
    columns: {
      id: idOf('transfer'),
      ...versioned,
      state: oneOf(TRANSFER_STATES),
      recipient_id: reference('recipient'),
      bank_account: personal(bankAccount, withoutHolder),
      amount: money,
      currency,
      fee: money,
      fee_vat: money,
      fail_fast: boolean,
      failure_code: nullable(oneOf(Object.keys(TRANSFER_FAILURES))),
      metadata,
      deleted: boolean,
      due_at: someTime,
      sent_at: someTime,
      paid_at: someTime,
      sent_transaction_id: nullable(reference('transaction')),
      failed_transaction_id: nullable(reference('transaction')),
      schedule_id: nullable(reference('schedule')),
    },
    together: transferProblem,
  },
};

function transferProblem(row: Row): string | undefined {
  const { state, amount, fee, fee_vat: feeVat, deleted } = row;
  const problem = transferAmountProblem(amount, { fee: fee as number, feeVat: feeVat as number });
  if (problem !== undefined) return problem;
  if (deleted === true && state !== 'pending') return 'deleted must be false for a sent transfer';
  const wasSent = state === 'sent' || state === 'paid' || (state === 'failed' && row['sent_at'] !== null);
  const isDue = state === 'sent' || (state === 'pending' && deleted !== true);
  return (
    have(row, isDue, 'due_at') ??
    have(row, wasSent, 'sent_at', 'sent_transaction_id') ??
    have(row, state === 'paid', 'paid_at') ??
    have(row, state === 'failed', 'failure_code') ??
    have(row, state === 'failed' && wasSent, 'failed_transaction_id')
  );
}

/** As the API would take it. */
function bankAccount(value: unknown): string | undefined {
  const { bankCode, branchCode, number, name, type, createdAt } = (value ?? {}) as Partial<BankAccount>;
  const isRight =
    isBankAccount({ bankCode, branchCode, number, name, type }) &&
    time(createdAt, false) === undefined &&
    Object.keys(value as object).length === 6;
  return isRight ? undefined : 'must be a bank account';
}

function withoutHolder(account: unknown): unknown {
  return { ...(account as object), name: REMOVED, number: HIDDEN_NUMBER };
}
