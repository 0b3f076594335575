import * as is from './column-rules.js';
import type { TableRules } from './table-rules.js';

export const TOKEN_ROWS: Readonly<Record<string, TableRules>> = {
  token: {
    columns: {
      id: is.idOf('token'),
      ...is.versioned,
      used_at: is.someTime,
    },
  },
};
