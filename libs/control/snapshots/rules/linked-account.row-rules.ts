import { DIRECT_DEBIT_TYPES } from '#resources/linked-accounts/rules/direct-debit.js';
import { REGISTRATION_FAILURE_CODES } from '#resources/linked-accounts/rules/linked-account.js';
import * as is from './column-rules.js';
import type { TableRules } from './table-rules.js';

export const LINKED_ACCOUNT_ROWS: Readonly<Record<string, TableRules>> = {
  linked_account: {
    columns: {
      id: is.idOf('linked_account'),
      ...is.versioned,
      type: is.oneOf(DIRECT_DEBIT_TYPES),
      status: is.oneOf(['pending', 'successful', 'failed']),
      return_uri: is.returnUri,
      last_digits: is.nullable(is.pattern(/^\d{4}$/, 'four digits')),
      metadata: is.metadata,
      failure_code: is.nullable(is.oneOf(REGISTRATION_FAILURE_CODES)),
      registered_at: is.someTime,
      expires_at: is.time,
    },
  },
};
