import { Injectable } from '@nestjs/common';
import { fail } from '#domain/errors.js';
import { parseCurrency } from '#domain/money.js';
import { objectOfId } from '#domain/ids.js';
import type { Scope } from '#domain/scope.js';
import { readFilter, readSearch, type SearchQuery } from '#domain/search/search.rules.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import { countRows, spanSql } from '#platform/listing/page-sql.js';
import { Totals } from '#platform/listing/totals.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { DefaultRecipient } from '../recipients/default-recipient.js';
import { TransferReader } from '../transfers/transfer.reader.js';
import { SEARCH_SCOPES, type SearchScope } from './search-scopes.js';
import type { FoundView, SearchView } from './search.view.js';

const ID_QUERY = /^id:/i;
/** All times that rows have. */
const EVER = { from: new Date(0), to: new Date('9999-12-31T23:59:59Z') };

interface Found {
  readonly ids: readonly string[];
  readonly total: number;
}

/** Searches for objects by what they are, and by words in what was said of them. */
@Injectable()
export class SearchService {
  /** By table: of what is searched without any condition, which is a list (docs/decisions/0013-totals-of-long-lists.md). */
  private readonly totals = new Map<string, Totals>();

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly transfers: TransferReader,
    private readonly defaultRecipient: DefaultRecipient,
  ) {
    for (const { table } of Object.values(SEARCH_SCOPES))
      this.totals.set(table, new Totals((where, most) => countRows(database, table, spanSql(table, where), most)));
  }

  /** Throws `invalid_scope`, `invalid_filter`, `invalid_page`, `invalid_per_page` and `bad_request`. */
  async search(tenant: Scope, params: Params): Promise<SearchView> {
    const { scope: name } = params;
    const scope = typeof name === 'string' && Object.hasOwn(SEARCH_SCOPES, name) ? SEARCH_SCOPES[name] : undefined;
    if (typeof name !== 'string' || !scope) return fail('invalid_scope');
    const asked = readSearch(params);
    if (scope.table === 'recipient') await this.defaultRecipient.load(tenant);
    const { ids, total } = await this.find(tenant, name, scope, asked);
    const sources = { database: this.database, transfers: this.transfers, scope: tenant };
    const shown = ids.length === 0 ? [] : await scope.show(sources, ids, await this.directory.viewContext(tenant.accountId));
    const byId = new Map(shown.map((view) => [view.id, view]));
    const data = ids.map((id) => byId.get(id)).filter((view): view is FoundView => view !== undefined);
    const { page, perPage, filters, order, query } = asked;
    return {
      ...{ object: 'search', export: null, data, page, per_page: perPage, total, total_pages: Math.ceil(total / perPage) },
      ...{ filters, location: '/search', order, query, scope: name, aggregate_level: null },
    };
  }

  private async find(tenant: Scope, name: string, scope: SearchScope, asked: SearchQuery): Promise<Found> {
    const { table, only } = scope;
    const filters = Object.entries(asked.filters).map(([filter, value]) => filterSql(name, scope, filter, value));
    const words = querySql(scope, asked.query);
    const conditions = [...(only === undefined ? [] : [Prisma.raw(only)]), ...filters, ...(words ? [words] : [])];
    const own = Prisma.sql`account_id = ${tenant.accountId} AND livemode = ${tenant.livemode}`;
    const where = Prisma.join([own, ...conditions], ' AND ');
    if (words) return this.findWords(table, where, asked);
    const rows = await this.database.query<{ id: string }>(
      Prisma.sql`SELECT id FROM ${Prisma.raw(table)} WHERE ${where} ${pageSql(asked)}`,
    );
    const now = this.clock.now(await this.directory.get(tenant.accountId));
    const total =
      conditions.length > 0
        ? await countRows(this.database, table, where)
        : await this.totals.get(table)?.of(tenant, { ...EVER, limit: asked.perPage, offset: 0, order: asked.order, now });
    return { ids: rows.map(({ id }) => id), total: total ?? 0 };
  }

  /** All that has the words is found by their index, and then counted and ordered: a page in the order of another index might look at every row. */
  private async findWords(table: string, where: Prisma.Sql, asked: SearchQuery): Promise<Found> {
    const [row] = await this.database.query<Found>(Prisma.sql`
      WITH found AS MATERIALIZED (SELECT id, created_at FROM ${Prisma.raw(table)} WHERE ${where})
      SELECT (SELECT count(*)::int4 FROM found) AS total,
        (SELECT coalesce(json_agg(id), '[]') FROM (SELECT id FROM found ${pageSql(asked)}) page) AS ids`);
    return row ?? { ids: [], total: 0 };
  }
}

function pageSql({ order, page, perPage }: SearchQuery): Prisma.Sql {
  const direction = Prisma.raw(order === 'chronological' ? 'ASC' : 'DESC');
  return Prisma.sql`ORDER BY created_at ${direction}, id ${direction} LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`;
}

function filterSql(name: string, { filters }: SearchScope, filter: string, value: string): Prisma.Sql {
  const found = Object.hasOwn(filters, filter) ? filters[filter] : undefined;
  return found
    ? found.condition(readFilter(filter, found.kind, value))
    : fail('invalid_filter', `invalid filters: ${name} has no filter ${filter}`);
}

/** What a query is looked for in: an id, with `id:` or without, the currency, or else words that all must be there. Nothing where it is empty. */
function querySql({ words, said = 'true', filters }: SearchScope, query: string): Prisma.Sql | undefined {
  const sought = query.trim();
  if (sought === '') return undefined;
  const id = sought.replace(ID_QUERY, '').trim();
  if (ID_QUERY.test(sought) || objectOfId(id) !== undefined) return Prisma.sql`id = ${id}`;
  const byWords =
    words === undefined
      ? Prisma.sql`false`
      : Prisma.sql`(${Prisma.raw(said)} AND ${Prisma.raw(words)} @@ plainto_tsquery('simple', ${sought}))`;
  const currency = 'currency' in filters ? parseCurrency(sought) : undefined;
  return currency ? Prisma.sql`(${byWords} OR currency = ${currency})` : byWords;
}
