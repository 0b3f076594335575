import { SOURCE_ROWS } from './source.row-rules.js';
import { CUSTOMER_ROWS } from './customer.row-rules.js';
import { LINKED_ACCOUNT_ROWS } from './linked-account.row-rules.js';
import { CARD_ROWS } from './card.row-rules.js';
import { CHARGE_ROWS } from './charge.row-rules.js';
import { LINK_ROWS } from './link.row-rules.js';
import { CHAIN_ROWS } from './chain.row-rules.js';
import { TOKEN_ROWS } from './token.row-rules.js';
import { JOURNAL_ROWS } from './journal.row-rules.js';
import { REFUND_ROWS } from './refund.row-rules.js';
import { DISPUTE_ROWS } from './dispute.row-rules.js';
import { CHECKOUT_ROWS } from './checkout-session.row-rules.js';
import { TRANSFER_ROWS } from './transfer.row-rules.js';
import { SCHEDULE_ROWS } from './schedule.row-rules.js';
import { RECORD_ROWS } from './record.row-rules.js';
import type { TableRules } from './table-rules.js';

/** The rules of every table that snapshots save. */
export const ROW_RULES: Readonly<Record<string, TableRules>> = {
  ...SOURCE_ROWS,
  ...CUSTOMER_ROWS,
  ...LINKED_ACCOUNT_ROWS,
  ...CARD_ROWS,
  ...CHARGE_ROWS,
  ...LINK_ROWS,
  ...CHAIN_ROWS,
  ...TOKEN_ROWS,
  ...JOURNAL_ROWS,
  ...REFUND_ROWS,
  ...DISPUTE_ROWS,
  ...CHECKOUT_ROWS,
  ...TRANSFER_ROWS,
  ...SCHEDULE_ROWS,
  ...RECORD_ROWS,
};
