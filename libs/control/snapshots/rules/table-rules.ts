import type { ColumnRule } from './column-rules.js';

export type Row = Readonly<Record<string, unknown>>;

/** Accepts only rows that Tollgate itself could have written. */
export interface TableRules {
  readonly columns: Readonly<Record<string, ColumnRule>>;
  /** Validates the columns together. */
  readonly together?: (row: Row) => string | undefined;
}
