import { idOf, personal, someTime, text, versioned } from '../snapshots/column-rules.js';
import { REMOVED } from '../snapshots/personal-texts.js';
import { type TableRules } from '../snapshots/table-rules.js';

export const CHAIN_ROWS: Readonly<Record<string, TableRules>> = {
  chain: {
    columns: {
      id: idOf('chain'),
      ...versioned,
      email: personal(text(255), () => REMOVED),
      revoked_at: someTime,
    },
  },
};
