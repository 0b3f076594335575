import { MAX_DESCRIPTION_LENGTH } from '#resources/customers/rules/customer.rules.js';
import { linkProblems } from '#resources/links/rules/link.rules.js';
import * as is from './column-rules.js';
import type { TableRules } from './table-rules.js';

export const LINK_ROWS: Readonly<Record<string, TableRules>> = {
  link: {
    columns: {
      id: is.idOf('link'),
      ...is.versioned,
      amount: is.money,
      currency: is.currency,
      multiple: is.boolean,
      used_at: is.someTime,
      deleted_at: is.someTime,
      title: is.text(255),
      description: is.text(MAX_DESCRIPTION_LENGTH),
    },
    together: (row) => linkProblems(row)[0],
  },
};
