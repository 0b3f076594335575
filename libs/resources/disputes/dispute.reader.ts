import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { parseListQuery, type ListView } from '#kernel/list.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { Listing } from '#platform/listing/listing.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { DISPUTE_STATUSES, type Dispute, type DisputeStatus } from './rules/dispute.js';
import { DISPUTE_PARTS, toDispute } from './dispute.row.js';
import { disputeView, type DisputeView } from './dispute.view.js';

/** The statuses of each list of disputes, by the end of its path (docs/fidelity.md D5). */
const LISTS = {
  '': DISPUTE_STATUSES,
  '/open': ['open'],
  '/pending': ['pending'],
  '/closed': ['won', 'lost'],
} as const satisfies Record<string, readonly DisputeStatus[]>;

@Injectable()
export class DisputeReader {
  private readonly listing: Listing<Dispute, { status: { in: string[] } }>;

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
  ) {
    this.listing = new Listing(database, 'dispute', async (reader, { args }) =>
      (await reader.dispute.findMany({ ...args, include: DISPUTE_PARTS })).map(toDispute),
    );
  }

  async find(scope: Scope, id: string): Promise<DisputeView> {
    return this.show(scope, await this.load(scope, id));
  }

  async list(scope: Scope, name: keyof typeof LISTS, params: Params): Promise<ListView<DisputeView>> {
    const context = await this.directory.viewContext(scope.accountId);
    const query = parseListQuery(params, context.now);
    const only = { status: { in: [...LISTS[name]] } };
    return this.listing.list(
      scope,
      query,
      `/disputes${name}`,
      (dispute) => disputeView(dispute, context),
      only,
    );
  }

  async show(tenant: Tenant, dispute: Dispute): Promise<DisputeView> {
    return disputeView(dispute, await this.directory.viewContext(tenant.accountId));
  }

  /** Throws `not_found`. */
  async load({ accountId, livemode }: Tenant, id: string): Promise<Dispute> {
    const stored = await this.database.dispute.findFirst({
      where: { id, accountId, livemode },
      include: DISPUTE_PARTS,
    });
    return stored ? toDispute(stored) : failNotFound('dispute', id);
  }
}
