import { MAX_EMAIL_LENGTH } from '#resources/customers/rules/customer.rules.js';
import * as is from './column-rules.js';
import type { TableRules } from './table-rules.js';

export const CUSTOMER_ROWS: Readonly<Record<string, TableRules>> = {
  customer: {
    columns: {
      id: is.idOf('customer'),
      ...is.versioned,
      description: is.described,
      email: is.nullable(is.text(MAX_EMAIL_LENGTH)),
      metadata: is.metadata,
      deleted: is.boolean,
    },
  },
};
