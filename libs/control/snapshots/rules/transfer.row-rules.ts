import {
  RECIPIENT_FAILURES,
  RECIPIENT_TYPES,
  type BankAccount,
} from '#resources/recipients/rules/recipient.js';
import { isBankAccount, MAX_NAME_LENGTH } from '#resources/recipients/rules/recipient.rules.js';
import { TRANSFER_FAILURES, TRANSFER_STATES } from '#resources/transfers/rules/transfer.js';
import { MAX_IDEMP_KEY_LENGTH } from '#resources/transfers/rules/transfer.rules.js';
import * as is from './column-rules.js';
import type { TableRules } from './table-rules.js';

export const TRANSFER_ROWS: Readonly<Record<string, TableRules>> = {
  recipient: {
    columns: {
      id: is.idOf('recipient'),
      ...is.versioned,
      name: is.text(MAX_NAME_LENGTH),
      email: is.short,
      description: is.described,
      type: is.oneOf(RECIPIENT_TYPES),
      tax_id: is.text(255),
      bank_account: bankAccount,
      is_default: is.boolean,
      failure_code: is.nullable(is.oneOf(RECIPIENT_FAILURES)),
      metadata: is.metadata,
      deleted: is.boolean,
      verified_at: is.someTime,
      activated_at: is.someTime,
    },
    together: (row) => (String(row['name']).trim() === '' ? "name can't be blank" : undefined),
  },
  transfer: {
    columns: {
      id: is.idOf('transfer'),
      ...is.versioned,
      state: is.oneOf(TRANSFER_STATES),
      bank_account: bankAccount,
      amount: is.money,
      currency: is.currency,
      fee: is.money,
      fee_vat: is.money,
      fail_fast: is.boolean,
      failure_code: is.nullable(is.oneOf(Object.keys(TRANSFER_FAILURES))),
      metadata: is.metadata,
      deleted: is.boolean,
      due_at: is.someTime,
      sent_at: is.someTime,
      paid_at: is.someTime,
      idemp_key: is.nullable(is.text(MAX_IDEMP_KEY_LENGTH)),
    },
  },
};

/** As the API would take it. */
function bankAccount(value: unknown): string | undefined {
  const { bankCode, branchCode, number, name, type, createdAt } = (value ?? {}) as Partial<BankAccount>;
  const isRight =
    isBankAccount({ bankCode, branchCode, number, name, type }) &&
    is.time(createdAt, false) === undefined &&
    Object.keys(value as object).length === 6;
  return isRight ? undefined : 'must be a bank account';
}
