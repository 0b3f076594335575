import type { ColumnRule } from './column-rules.js';

export type Row = Readonly<Record<string, unknown>>;

/** What a row of a table must be for Tollgate to have written it itself. */
export interface TableRules {
  readonly columns: Readonly<Record<string, ColumnRule>>;
  /** What is wrong with the columns together. */
  readonly together?: (row: Row) => string | undefined;
}

/** What is wrong where these columns must have something, or must have nothing. */
export function have(row: Row, isNeeded: boolean, ...columns: readonly string[]): string | undefined {
  const wrong = columns.find((column) => (row[column] !== null) !== isNeeded);
  return wrong === undefined ? undefined : `${wrong} must ${isNeeded ? 'not ' : ''}be null in this state`;
}
