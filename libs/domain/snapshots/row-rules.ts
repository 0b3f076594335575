import { SOURCE_ROWS } from '../sources/source.row-rules.js';
import { CUSTOMER_ROWS } from '../customers/customer.row-rules.js';
import { LINKED_ACCOUNT_ROWS } from '../linked-accounts/linked-account.row-rules.js';
import { CARD_ROWS } from '../cards/card.row-rules.js';
import { CHARGE_ROWS } from '../charges/charge.row-rules.js';
import { LINK_ROWS } from '../links/link.row-rules.js';
import { CHAIN_ROWS } from '../chains/chain.row-rules.js';
import { TOKEN_ROWS } from '../tokens/token.row-rules.js';
import { JOURNAL_ROWS } from '../journal/journal.row-rules.js';
import { REFUND_ROWS } from '../refunds/refund.row-rules.js';
import { DISPUTE_ROWS } from '../disputes/dispute.row-rules.js';
import { CHECKOUT_ROWS } from '../checkout/checkout-session.row-rules.js';
import { TRANSFER_ROWS } from '../transfers/transfer.row-rules.js';
import { SCHEDULE_ROWS } from '../schedules/schedule.row-rules.js';
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
