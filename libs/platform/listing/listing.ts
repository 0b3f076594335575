import type { ListQuery } from '#domain/list.js';
import type { Tenant } from '#domain/scope.js';
import type { Database } from '../database/database.js';
import { Prisma } from '../database/generated/client.js';
import type { Reader } from '../database/reader.js';
import { jsonRows, tableOf, type JsonRow, type JsonValues } from '../database/json-rows.js';
import { readPage } from './page.js';
import { countRows, pageSql, spanSql, type PageSql } from './page-sql.js';
import { Totals } from './totals.js';

/**
 * Lists a tenant's rows of a table whose rows are deleted for their age alone, past Prisma, which takes several times as long. `read` reads the rows of
 * a page. A replica may serve them.
 */
export class Listing<Row> {
  private readonly totals: Totals;

  constructor(
    private readonly database: Database,
    private readonly table: string,
    private readonly read: (reader: Reader, page: PageSql) => Promise<Row[]>,
  ) {
    this.totals = new Totals((where, most) => this.count(spanSql(table, where), most));
  }

  /** One page, and how many rows there are in all. With `only`, a further condition, the list is one of few rows, which are always counted. */
  page(tenant: Tenant, query: ListQuery, only?: Prisma.Sql): Promise<{ rows: Row[]; total: number }> {
    const page = pageSql(this.table, tenant, query, only);
    return readPage(
      query,
      () => this.database.read((reader) => this.read(reader, page)),
      () => (only ? this.count(page.where) : this.totals.of(tenant, query)),
    );
  }

  private count(where: Prisma.Sql, most?: number): Promise<number> {
    return this.database.read((reader) => countRows(reader, this.table, where, most));
  }
}

/** The listing of a model's rows as they are, with nothing joined to them. */
export function listingOf<M extends Prisma.ModelName>(database: Database, model: M): Listing<JsonRow<M>> {
  const [table, rows] = [tableOf(model), jsonRows(model)];
  return new Listing(database, table, async (reader, { where, order, limit }) => {
    const page = Prisma.sql`SELECT ${rows.sql} AS row FROM ${Prisma.raw(table)} WHERE ${where} ${order} ${limit}`;
    return (await reader.readJson<{ row: JsonValues }>(page)).map(({ row }) => rows.read(row));
  });
}
