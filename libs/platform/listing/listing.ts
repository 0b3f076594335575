import type { ListQuery } from '#kernel/list.js';
import type { Tenant } from '#kernel/scope.js';
import type { Database } from '../database/database.js';
import { countRows, pageSql, spanSql, type Only, type PageSql } from './page-sql.js';
import { Totals } from './totals.js';

interface Page<Row> {
  readonly rows: Row[];
  /** The number of rows on all pages. */
  readonly total: number;
}

/** The list of a tenant's rows in a table whose rows no request deletes. `read` reads the rows of a page. */
export class Listing<Row> {
  private readonly totals: Totals;

  constructor(
    private readonly database: Database,
    private readonly table: string,
    private readonly read: (database: Database, page: PageSql) => Promise<Row[]>,
  ) {
    this.totals = new Totals((where, most) => countRows(database, table, spanSql(table, where), most));
  }

  /** Lists with conditions are counted every time: they are short, or their rows change. */
  page(tenant: Tenant, query: ListQuery, only: Only = {}): Promise<Page<Row>> {
    const page = pageSql(this.table, tenant, query, only);
    const hasConditions = Object.values(only).some((value) => value !== undefined);
    return readPage(
      query,
      () => this.read(this.database, page),
      () =>
        hasConditions ? countRows(this.database, this.table, page.where) : this.totals.of(tenant, query),
    );
  }
}

/**
 * Reads a page and its total. It counts after it has read, so that a total is never less than its page shows
 * while others write (docs/fidelity.md L6). A page with fewer rows than its limit ends the list and needs no
 * count.
 */
export async function readPage<Row>(
  { limit, offset }: ListQuery,
  find: () => Promise<Row[]>,
  count: () => Promise<number>,
): Promise<Page<Row>> {
  const rows = await find();
  const seen = offset + rows.length;
  if (rows.length === 0 && offset > 0) return { rows, total: Math.min(await count(), offset) };
  return { rows, total: rows.length < limit ? seen : Math.max(await count(), seen) };
}
