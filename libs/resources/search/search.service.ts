import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { parseCurrency } from '#kernel/money.js';
import { objectOfId } from '#kernel/ids.js';
import type { Scope } from '#kernel/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import { countSql, spanSql } from '#platform/listing/page-sql.js';
import { LONG, Totals, type Count, type CountedRows } from '#platform/listing/totals.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { Resources } from '#engine/resources/resources.js';
import { DefaultRecipient } from '../recipients/default-recipient.js';
import { wordsOf } from './rules/query-words.js';
import { readFilter, readSearch, type SearchQuery } from './rules/search.rules.js';
import type { LocalTime } from './rules/time-range.js';
import { SEARCH_SCOPES, type SearchScope } from './search-scopes.js';
import { lookUp, wordsSql } from './search-words.js';
import type { FoundView, SearchView } from './search.view.js';

const ID_QUERY = /^id:/i;
/** A span with the times of all rows. */
const EVER = { from: new Date(0), to: new Date('9999-12-31T23:59:59Z') };
/** The rows that are scanned for the first page of a search for frequent words. */
const MIN_LOOKED_THROUGH = 10_000;

/** The searched rows: the tenant's rows that match all conditions. */
interface Sought {
  readonly table: string;
  readonly own: Prisma.Sql;
  readonly conditions?: Prisma.Sql | undefined;
  /** The same conditions for a check of row after row, if the query has words. */
  readonly rowByRow?: Prisma.Sql | undefined;
}

/** The condition of a query in both forms of {@link Sought}. */
type QueryConditions = Pick<Sought, 'conditions' | 'rowByRow'>;

@Injectable()
export class SearchService {
  /** Totals of searches, by table (docs/fidelity.md SE5). */
  private readonly totals = new Map<string, Totals>();
  /** The conditions for row after row, by those for a set. */
  private readonly rowByRow = new WeakMap<Prisma.Sql, Prisma.Sql>();

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly resources: Resources,
    private readonly defaultRecipient: DefaultRecipient,
  ) {
    for (const { table } of Object.values(SEARCH_SCOPES)) {
      const count: Count = (span, most, also) =>
        this.count(countSql(table, all(spanSql(table, span), this.conditionsIn(span, also)), most));
      this.totals.set(table, new Totals(count));
    }
  }

  /** Throws `invalid_scope`, `invalid_filter`, `invalid_page`, `invalid_per_page` and `bad_request`. */
  async search(tenant: Scope, params: Params): Promise<SearchView> {
    const { scope: name } = params;
    const scope =
      typeof name === 'string' && Object.hasOwn(SEARCH_SCOPES, name) ? SEARCH_SCOPES[name] : undefined;
    if (typeof name !== 'string' || !scope) return fail('invalid_scope');
    const terms = readSearch(params);
    const account = await this.directory.get(tenant.accountId);
    const local = { now: this.clock.now(account), country: account.country };
    const filters = Object.entries(terms.filters).map(([filter, value]) =>
      filterSql(name, scope, filter, value, local),
    );
    const sought = soughtBy(tenant, scope, filters, await this.queryConditions(tenant, scope, terms.query));
    if (scope.table === 'recipient') await this.defaultRecipient.load(tenant);
    const total = await this.total(tenant, sought, local.now);
    const ids = total === 0 ? [] : await this.page(sought, terms, total);
    const shown = await this.resources.many(scope.of, tenant, ids);
    const byId = new Map(shown.map((view) => [view.id, view as FoundView]));
    const data = ids.map((id) => byId.get(id)).filter((view) => view !== undefined);
    const { page, perPage, order, query } = terms;
    return {
      object: 'search',
      export: null,
      data,
      page,
      per_page: perPage,
      total,
      total_pages: Math.ceil(total / perPage),
      filters: terms.filters,
      location: '/search',
      order,
      query,
      scope: name,
      aggregate_level: null,
    };
  }

  /**
   * The conditions of a query: an id, with or without `id:`, a currency, or words that must all occur. An
   * empty query has none.
   */
  private async queryConditions(
    tenant: Scope,
    { ids = ['id'], words, filters }: SearchScope,
    query: string,
  ): Promise<QueryConditions> {
    const sought = query.trim();
    if (sought === '') return {};
    const id = sought.replace(ID_QUERY, '').trim();
    if (ID_QUERY.test(sought)) return { conditions: Prisma.sql`id = ${id}` };
    if (objectOfId(id) !== undefined)
      return {
        conditions: Prisma.sql`(${Prisma.join(
          ids.map((column) => Prisma.sql`${Prisma.raw(column)} = ${id}`),
          ' OR ',
        )})`,
      };
    const currency = 'currency' in filters ? parseCurrency(sought) : undefined;
    const either = (byWords: Prisma.Sql): Prisma.Sql =>
      currency ? Prisma.sql`(${byWords} OR currency = ${currency})` : byWords;
    if (!words) return { conditions: either(Prisma.sql`false`) };
    const found = await lookUp(this.database, tenant, words, wordsOf(sought));
    return {
      conditions: either(wordsSql(tenant, words, found, 'set')),
      rowByRow: either(wordsSql(tenant, words, found, 'row')),
    };
  }

  private async total(tenant: Scope, { table, conditions, rowByRow }: Sought, now: Date): Promise<number> {
    if (conditions && rowByRow) this.rowByRow.set(conditions, rowByRow);
    return (await this.totals.get(table)?.of(tenant, { ...EVER, now }, conditions)) ?? 0;
  }

  /** All rows are counted as a set, those of the last minute row by row. */
  private conditionsIn(
    { createdAt }: CountedRows,
    conditions: Prisma.Sql | undefined,
  ): Prisma.Sql | undefined {
    return (conditions && createdAt.gte > EVER.from && this.rowByRow.get(conditions)) || conditions;
  }

  /**
   * The ids of a page. Few matches are found first, by an index if possible, and then sorted: a scan in the
   * order of another index might read every row. Many matches are scanned in that order; if the scan finds
   * too few, they are also found by the index of words.
   */
  private async page(
    { table, own, conditions, rowByRow }: Sought,
    search: SearchQuery,
    total: number,
  ): Promise<string[]> {
    const from = Prisma.raw(table);
    const where = all(own, conditions);
    if (!conditions || (total >= LONG && !rowByRow))
      return this.ids(Prisma.sql`SELECT id FROM ${from} WHERE ${where} ${pageSql(search)}`);
    if (total >= LONG && rowByRow) {
      const most = MIN_LOOKED_THROUGH + 2 * offsetOf(search);
      const looked = Prisma.sql`SELECT * FROM ${from} WHERE ${own} ${orderSql(search)} LIMIT ${most}`;
      const ids = await this.ids(
        Prisma.sql`SELECT id FROM (${looked}) ${from} WHERE ${rowByRow} ${pageSql(search)}`,
      );
      if (ids.length === search.perPage) return ids;
    }
    return this.ids(Prisma.sql`
      WITH found AS MATERIALIZED (SELECT id, created_at FROM ${from} WHERE ${where}) SELECT id FROM found ${pageSql(search)}`);
  }

  private async ids(statement: Prisma.Sql): Promise<string[]> {
    return (await this.database.queryPlannedAnew<{ id: string }>(statement)).map(({ id }) => id);
  }

  private async count(statement: Prisma.Sql): Promise<number> {
    const [row] = await this.database.queryPlannedAnew<{ count: number }>(statement);
    return row?.count ?? 0;
  }
}

function soughtBy(
  { accountId, livemode }: Scope,
  { table, only }: SearchScope,
  filters: Prisma.Sql[],
  query: QueryConditions,
): Sought {
  const others = [...(only === undefined ? [] : [Prisma.raw(only)]), ...filters];
  const joined = (condition: Prisma.Sql | undefined): Prisma.Sql | undefined => {
    const conditions = [...others, ...(condition ? [condition] : [])];
    return conditions.length === 0 ? undefined : Prisma.join(conditions, ' AND ');
  };
  return {
    table,
    own: Prisma.sql`account_id = ${accountId} AND livemode = ${livemode}`,
    conditions: joined(query.conditions),
    rowByRow: query.rowByRow && joined(query.rowByRow),
  };
}

function all(own: Prisma.Sql, conditions: Prisma.Sql | undefined): Prisma.Sql {
  return conditions ? Prisma.sql`${own} AND ${conditions}` : own;
}

function pageSql(search: SearchQuery): Prisma.Sql {
  return Prisma.sql`${orderSql(search)} LIMIT ${search.perPage} OFFSET ${offsetOf(search)}`;
}

function offsetOf({ page, perPage }: SearchQuery): number {
  return (page - 1) * perPage;
}

function orderSql({ order }: SearchQuery): Prisma.Sql {
  const direction = Prisma.raw(order === 'chronological' ? 'ASC' : 'DESC');
  return Prisma.sql`ORDER BY created_at ${direction}, id ${direction}`;
}

function filterSql(
  name: string,
  { filters }: SearchScope,
  filter: string,
  value: string,
  local: LocalTime,
): Prisma.Sql {
  const found = Object.hasOwn(filters, filter) ? filters[filter] : undefined;
  return found
    ? found.condition(readFilter(filter, found.kind, value, local))
    : fail('invalid_filter', `invalid filters: ${name} has no filter ${filter}`);
}
