import { LARGEST_AMOUNT } from '../account-limits.js';
import { amounts, boolean, idOf, integer, metadata, own, reference } from '../snapshots/column-rules.js';
import { type TableRules } from '../snapshots/table-rules.js';

export const REFUND_ROWS: Readonly<Record<string, TableRules>> = {
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
};
