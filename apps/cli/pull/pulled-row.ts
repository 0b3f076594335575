import type { Table } from '#platform/database/generated/tables.js';

/** A row that the API does not show in full: other columns have the value of a new row. */
export interface PulledRow {
  readonly table: Table;
  readonly row: Readonly<Record<string, unknown>>;
  /** Rank of its transaction, for tables that have one. */
  readonly order?: number;
}
