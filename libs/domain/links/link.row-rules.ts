import { MAX_DESCRIPTION_LENGTH } from '../customers/customer.rules.js';
import { linkProblems } from './link.rules.js';
import {
  boolean,
  currency,
  idOf,
  money,
  personal,
  someTime,
  text,
  versioned,
} from '../snapshots/column-rules.js';
import { REMOVED } from '../snapshots/personal-texts.js';
import { type TableRules } from '../snapshots/table-rules.js';

export const LINK_ROWS: Readonly<Record<string, TableRules>> = {
  link: {
    columns: {
      id: idOf('link'),
      ...versioned,
      amount: money,
      currency,
      multiple: boolean,
      used_at: someTime,
      deleted_at: someTime,
      title: personal(text(255), () => REMOVED),
      description: personal(text(MAX_DESCRIPTION_LENGTH), () => REMOVED),
    },
    together: (row) => linkProblems(row)[0],
  },
};
