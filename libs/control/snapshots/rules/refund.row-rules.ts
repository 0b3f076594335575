import * as is from './column-rules.js';
import type { TableRules } from './table-rules.js';

export const REFUND_ROWS: Readonly<Record<string, TableRules>> = {
  refund: {
    columns: {
      id: is.idOf('refund'),
      ...is.own,
      ...is.amounts,
      voided: is.boolean,
      metadata: is.metadata,
    },
  },
};
