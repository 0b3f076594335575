import { Injectable } from '@nestjs/common';
import { failNotFound } from '#domain/errors.js';
import { listView, parseListQuery, type ListView } from '#domain/list.js';
import type { Link } from '#domain/links/link.js';
import type { Scope, Tenant } from '#domain/scope.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import { Listing } from '#platform/listing/listing.js';
import { pageOf, readPage } from '#platform/listing/page.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { queryChargePage } from '../charges/charge.queries.js';
import type { LoadedCharge } from '../charges/charge.row.js';
import { chargeView, type ChargeView } from '../charges/charge.view.js';
import { withCharges } from './link.queries.js';
import { toLink } from './link.row.js';
import { linkView, type LinkView } from './link.view.js';

/** Finds links and shows them. */
@Injectable()
export class LinkReader {
  private readonly charges: Listing<LoadedCharge>;

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
  ) {
    this.charges = new Listing(database, 'charge', queryChargePage);
  }

  /** Deleted ones too: their `deleted` tells (docs/fidelity.md LK5). */
  async find(scope: Scope, id: string): Promise<LinkView> {
    return this.show(scope, await this.load(scope, id));
  }

  async list(scope: Scope, params: Params): Promise<ListView<LinkView>> {
    const context = await this.directory.viewContext(scope.accountId);
    const query = parseListQuery(params, context.now);
    const { created, page } = pageOf(query);
    const where = { accountId: scope.accountId, livemode: scope.livemode, createdAt: created };
    const { loaded, total } = await this.database.read(async (reader) => {
      const found = await readPage(
        query,
        () => reader.link.findMany({ where, ...page }),
        () => reader.link.count({ where }),
      );
      return { loaded: await withCharges(reader, found.rows.map(toLink)), total: found.total };
    });
    const data = loaded.map((link) => linkView(link, context));
    return listView(data, total, '/links', query);
  }

  async listCharges(scope: Scope, id: string, params: Params): Promise<ListView<ChargeView>> {
    const link = await this.load(scope, id);
    const context = await this.directory.viewContext(scope.accountId);
    const query = parseListQuery(params, context.now);
    const { rows, total } = await this.charges.page(scope, query, Prisma.sql`charge.link_id = ${link.id}`);
    const data = rows.map((charge) => chargeView(charge, context));
    return listView(data, total, `/links/${link.id}/charges`, query);
  }

  async show(tenant: Tenant, link: Link): Promise<LinkView> {
    const [loaded] = await withCharges(this.database, [link]);
    return linkView(loaded ?? { link, charges: [], chargeCount: 0 }, await this.directory.viewContext(tenant.accountId));
  }

  /** Throws `not_found`; a deleted link is found. */
  async load({ accountId, livemode }: Tenant, id: string): Promise<Link> {
    const stored = await this.database.link.findFirst({ where: { id, accountId, livemode } });
    return stored ? toLink(stored) : failNotFound('link', id);
  }
}
