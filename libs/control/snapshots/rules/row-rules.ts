import type { IdentifiedObject } from '#kernel/ids.js';
import { TABLES, type Table } from '#platform/database/generated/tables.js';
import * as is from './column-rules.js';
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

const OWN_RULES: Readonly<Record<string, TableRules>> = {
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

/** The rules of every table that snapshots save. */
export const ROW_RULES: Readonly<Record<string, TableRules>> = Object.fromEntries(
  Object.entries(OWN_RULES).map(([table, rules]) => [table, withReferences(table as Table, rules)]),
);

/** Adds the rules of columns that refer to rows, as the schema says, unless the table has its own. */
function withReferences(table: Table, rules: TableRules): TableRules {
  const nullable: readonly string[] = TABLES[table].nullable;
  const references = Object.entries<readonly string[]>(TABLES[table].references)
    .filter(([column]) => !(column in rules.columns))
    .map(([column, tables]) => {
      const rule = is.idOf(...(tables as readonly IdentifiedObject[]));
      return [column, nullable.includes(column) ? is.nullable(rule) : rule] as const;
    });
  return { ...rules, columns: { ...rules.columns, ...Object.fromEntries(references) } };
}
