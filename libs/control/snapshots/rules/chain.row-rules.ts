import * as is from './column-rules.js';
import type { TableRules } from './table-rules.js';

export const CHAIN_ROWS: Readonly<Record<string, TableRules>> = {
  chain: {
    columns: {
      id: is.idOf('chain'),
      ...is.versioned,
      email: is.text(255),
      revoked_at: is.someTime,
    },
  },
};
