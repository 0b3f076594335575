import { MAX_EMAIL_LENGTH } from './customer.rules.js';
import {
  boolean,
  described,
  idOf,
  metadata,
  nullable,
  personal,
  reference,
  text,
  versioned,
} from '../snapshots/column-rules.js';
import { type TableRules } from '../snapshots/table-rules.js';

export const CUSTOMER_ROWS: Readonly<Record<string, TableRules>> = {
  customer: {
    columns: {
      id: idOf('customer'),
      ...versioned,
      description: described,
      email: personal(nullable(text(MAX_EMAIL_LENGTH))),
      metadata,
      default_card_id: nullable(reference('card')),
      deleted: boolean,
    },
  },
};
