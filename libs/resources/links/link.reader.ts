import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { parseListQuery, type ListView } from '#kernel/list.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { Listing } from '#platform/listing/listing.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { queryChargePage } from '../charges/charge.queries.js';
import type { LoadedCharge } from '../charges/charge.row.js';
import { chargeView, type ChargeView } from '../charges/charge.view.js';
import type { Link } from './rules/link.js';
import { withCharges } from './link.queries.js';
import { toLink } from './link.row.js';
import { linkView, type LinkView, type LoadedLink } from './link.view.js';

@Injectable()
export class LinkReader {
  private readonly links: Listing<LoadedLink>;
  private readonly charges: Listing<LoadedCharge>;

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
  ) {
    this.links = new Listing(database, 'link', async (reader, { args }) =>
      withCharges(reader, (await reader.link.findMany(args)).map(toLink)),
    );
    this.charges = new Listing(database, 'charge', queryChargePage);
  }

  /** Deleted links are found: their `deleted` is true (docs/fidelity.md LK5). */
  async find(scope: Scope, id: string): Promise<LinkView> {
    return this.show(scope, await this.load(scope, id));
  }

  async list(scope: Scope, params: Params): Promise<ListView<LinkView>> {
    const context = await this.directory.viewContext(scope.accountId);
    const query = parseListQuery(params, context.now);
    return this.links.list(scope, query, '/links', (link) => linkView(link, context));
  }

  async listCharges(scope: Scope, id: string, params: Params): Promise<ListView<ChargeView>> {
    const link = await this.load(scope, id);
    const context = await this.directory.viewContext(scope.accountId);
    const query = parseListQuery(params, context.now);
    return this.charges.list(
      scope,
      query,
      `/links/${link.id}/charges`,
      (charge) => chargeView(charge, context),
      { linkId: link.id },
    );
  }

  async show(tenant: Tenant, link: Link): Promise<LinkView> {
    const [loaded] = await withCharges(this.database, [link]);
    return linkView(
      loaded ?? { link, charges: [], chargeCount: 0 },
      await this.directory.viewContext(tenant.accountId),
    );
  }

  /** Throws `not_found`; a deleted link is found. */
  async load({ accountId, livemode }: Tenant, id: string): Promise<Link> {
    const stored = await this.database.link.findFirst({ where: { id, accountId, livemode } });
    return stored ? toLink(stored) : failNotFound('link', id);
  }
}
