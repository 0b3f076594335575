import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { listView, parseListQuery, type ListView } from '#kernel/list.js';
import type { Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { tableOf, type JsonRow } from '#platform/database/json-rows.js';
import { RowLoader, tenantsRowsSql, type TenantsRows } from '#platform/database/row-loader.js';
import type { Params } from '#platform/http/params.js';
import { Listing } from '#platform/listing/listing.js';
import type { Only } from '#platform/listing/page-sql.js';
import { Metrics } from '#platform/metrics/metrics.js';
import type { Account } from '../accounts/account.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { readWhere, type Resource, type Rows } from './resource.js';

type Model = Prisma.ModelName;

/** Conditions of a list, by field of its model. */
type OnlyOf<M extends Model> = {
  readonly [Field in keyof JsonRow<M>]?: Exclude<Only[string], undefined>;
};

/** A list's path, and its conditions. */
interface ListOf<M extends Model> {
  readonly location: string;
  readonly only?: OnlyOf<M>;
}

/** Concurrent reads of a resource by id share a statement, and its lists share their totals. */
interface Opened<Loaded> {
  readonly loader: RowLoader<Loaded>;
  readonly listing: Listing<Loaded>;
}

/** Reads the objects of every resource: by id, in lists and many at once. */
@Injectable()
export class Resources {
  private readonly opened = new Map<string, unknown>();

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly metrics: Metrics,
  ) {}

  /** The view of an object. Throws `not_found`. */
  async find<M extends Model, Loaded, View extends object>(
    resource: Resource<M, Loaded, View>,
    tenant: Tenant,
    id: string,
  ): Promise<View> {
    return this.show(resource, tenant, await this.load(resource, tenant, id));
  }

  /** Throws `not_found`, also for an object that has no route any more. */
  async load<M extends Model, Loaded, View extends object>(
    resource: Resource<M, Loaded, View>,
    tenant: Tenant,
    id: string,
  ): Promise<Loaded> {
    const loaded = await this.lookUp(resource, tenant, id);
    const isFound = loaded !== undefined && resource.isFound?.(loaded) !== false;
    return isFound ? loaded : failNotFound(resource.kind, id);
  }

  /** The object if there is one, also one that has no route any more. */
  async lookUp<M extends Model, Loaded, View extends object>(
    resource: Resource<M, Loaded, View>,
    tenant: Tenant,
    id: string,
  ): Promise<Loaded | undefined> {
    return this.open(resource).loader.find(tenant, id);
  }

  /** The object that fulfils the condition, of any tenant. */
  async lookUpWhere<M extends Model, Loaded, View extends object>(
    resource: Resource<M, Loaded, View>,
    where: Prisma.Sql,
  ): Promise<Loaded | undefined> {
    const [loaded] = await readWhere(resource, this.database, where);
    return loaded;
  }

  /** The same with its account, unless that is closed. */
  lookUpWithAccount<M extends Model, Loaded, View extends object>(
    resource: Resource<M, Loaded, View>,
    where: Prisma.Sql,
  ): Promise<{ readonly found: Loaded; readonly account: Account } | undefined> {
    return this.directory.findWithAccount(
      () => this.lookUpWhere(resource, where),
      (loaded) => resource.rows.rowOf(loaded).accountId,
    );
  }

  async show<M extends Model, Loaded, View extends object>(
    resource: Resource<M, Loaded, View>,
    { accountId }: Pick<Tenant, 'accountId'>,
    loaded: Loaded,
  ): Promise<View> {
    const context = await this.directory.viewContext(accountId);
    const [view] = await resource.views([loaded], context, this.database);
    return view as View;
  }

  /** A page of views, as the parameters of a list ask. Throws `bad_request`. */
  async list<M extends Model, Loaded, View extends object>(
    resource: Resource<M, Loaded, View>,
    tenant: Tenant,
    params: Params,
    { location, only }: ListOf<M>,
  ): Promise<ListView<View>> {
    const context = await this.directory.viewContext(tenant.accountId);
    const query = parseListQuery(params, context.now);
    const { rows, total } = await this.open(resource).listing.page(tenant, query, only);
    return listView(await resource.views(rows, context, this.database), total, location, query);
  }

  /** The views of those of these objects that exist, in any order. */
  async many<M extends Model, Loaded, View extends object>(
    resource: Resource<M, Loaded, View>,
    { accountId, livemode }: Tenant,
    ids: readonly string[],
  ): Promise<View[]> {
    if (ids.length === 0) return [];
    const tenants = [{ accountId, livemode, id: { in: [...ids] } }];
    const context = await this.directory.viewContext(accountId);
    return resource.views(await readTenants(this.database, resource.rows, tenants), context, this.database);
  }

  private open<M extends Model, Loaded, View extends object>({
    kind,
    rows,
  }: Resource<M, Loaded, View>): Opened<Loaded> {
    const known = this.opened.get(kind) as Opened<Loaded> | undefined;
    if (known) return known;
    const table = tableOf(rows.model);
    const opened: Opened<Loaded> = {
      loader: new RowLoader(
        kind,
        this.metrics,
        ({ OR: tenants }) => readTenants(this.database, rows, tenants),
        (loaded) => rows.rowOf(loaded),
      ),
      listing: new Listing(this.database, table, (database, { where, order, limit }) =>
        rows.read(database, {
          rows: Prisma.sql`SELECT * FROM ${Prisma.raw(table)} WHERE ${where} ${order} ${limit}`,
          order,
        }),
      ),
    };
    this.opened.set(kind, opened);
    return opened;
  }
}

function readTenants<M extends Model, Loaded>(
  database: Database,
  rows: Rows<M, Loaded>,
  tenants: readonly TenantsRows[],
): Promise<Loaded[]> {
  return rows.read(database, { rows: tenantsRowsSql(tableOf(rows.model), tenants) });
}
