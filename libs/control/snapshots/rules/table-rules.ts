import type { ColumnRule } from './column-rules.js';

export type Row = Readonly<Record<string, unknown>>;

/** Accepts only rows that Tollgate itself could have written. */
export interface TableRules {
  readonly columns: Readonly<Record<string, ColumnRule>>;
  /** Validates the columns together. */
  readonly together?: (row: Row) => string | undefined;
}

/** Requires these columns to be set, or to be null. */
export function have(row: Row, isNeeded: boolean, ...columns: readonly string[]): string | undefined {
  const wrong = columns.find((column) => (row[column] !== null) !== isNeeded);
  return wrong === undefined ? undefined : `${wrong} must ${isNeeded ? 'not ' : ''}be null in this state`;
}
