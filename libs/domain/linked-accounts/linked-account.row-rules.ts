import { DIRECT_DEBIT_TYPES } from './direct-debit.js';
import { REGISTRATION_FAILURE_CODES } from './linked-account.js';
import {
  idOf,
  metadata,
  nullable,
  oneOf,
  pattern,
  reference,
  returnUri,
  someTime,
  time,
  versioned,
} from '../snapshots/column-rules.js';
import { have, type TableRules } from '../snapshots/table-rules.js';

export const LINKED_ACCOUNT_ROWS: Readonly<Record<string, TableRules>> = {
  linked_account: {
    columns: {
      id: idOf('linked_account'),
      ...versioned,
      type: oneOf(DIRECT_DEBIT_TYPES),
      status: oneOf(['pending', 'successful', 'failed']),
      return_uri: returnUri,
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
};
