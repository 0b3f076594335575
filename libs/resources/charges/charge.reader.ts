import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { parseListQuery, type ListView } from '#kernel/list.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import { RowLoader } from '#platform/database/row-loader.js';
import type { Params } from '#platform/http/params.js';
import { Listing } from '#platform/listing/listing.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { queryChargePage, queryChargesById } from './charge.queries.js';
import type { LoadedCharge } from './charge.row.js';
import { chargeView, type ChargeView } from './charge.view.js';

@Injectable()
export class ChargeReader {
  private readonly listing: Listing<LoadedCharge>;
  private readonly rows: RowLoader<LoadedCharge>;

  constructor(
    database: Database,
    private readonly directory: AccountDirectory,
    metrics: Metrics,
  ) {
    this.listing = new Listing(database, 'charge', queryChargePage);
    this.rows = new RowLoader(
      'charge',
      metrics,
      ({ OR: wanted }) => queryChargesById(database, wanted),
      ({ charge }) => charge,
    );
  }

  async find(scope: Scope, id: string): Promise<ChargeView> {
    return this.show(scope, await this.load(scope, id));
  }

  async list(scope: Scope, params: Params): Promise<ListView<ChargeView>> {
    const context = await this.directory.viewContext(scope.accountId);
    const query = parseListQuery(params, context.now);
    return this.listing.list(scope, query, '/charges', (charge) => chargeView(charge, context));
  }

  async show(scope: Scope, found: LoadedCharge): Promise<ChargeView> {
    return chargeView(found, await this.directory.viewContext(scope.accountId));
  }

  /** Throws `not_found`. */
  async load(tenant: Tenant, id: string): Promise<LoadedCharge> {
    return (await this.rows.find(tenant, id)) ?? failNotFound('charge', id);
  }
}
