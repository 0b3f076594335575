import { idOf, nullable, reference, someTime, versioned } from '../snapshots/column-rules.js';
import { type TableRules } from '../snapshots/table-rules.js';

export const TOKEN_ROWS: Readonly<Record<string, TableRules>> = {
  token: {
    columns: {
      id: idOf('token'),
      ...versioned,
      card_id: reference('card'),
      used_at: someTime,
      charge_id: nullable(reference('charge')),
    },
    together: (row) =>
      row['charge_id'] !== null && row['used_at'] === null
        ? 'used_at must not be null for a token that paid a charge'
        : undefined,
  },
};
