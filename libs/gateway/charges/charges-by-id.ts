import { Injectable } from '@nestjs/common';
import { failNotFound } from '#domain/errors.js';
import type { Tenant } from '#domain/scope.js';
import { Database } from '#platform/database/database.js';
import { RowsById, tenantsRowsSql } from '#platform/database/rows-by-id.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { loadCharges } from './charge.loader.js';
import type { LoadedCharge } from './charge.row.js';

/** Finds charges by their ids, for who shows them and for who changes them. */
@Injectable()
export class ChargesById {
  private readonly rows: RowsById<LoadedCharge>;

  constructor(database: Database, metrics: Metrics) {
    this.rows = new RowsById(
      'charge',
      metrics,
      ({ OR: wanted }) => loadCharges(database, tenantsRowsSql('charge', wanted)),
      ({ charge }) => charge,
    );
  }

  /** Throws `not_found`. */
  async load(tenant: Tenant, id: string): Promise<LoadedCharge> {
    return (await this.rows.find(tenant, id)) ?? failNotFound('charge', id);
  }
}
