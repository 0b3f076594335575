import { Injectable } from '@nestjs/common';
import { failNotFound, throwProblems } from '#kernel/errors.js';
import { newId } from '#kernel/ids.js';
import { parseListQuery, type ListView } from '#kernel/list.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { Chain } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import { listingOf, type Listing } from '#platform/listing/listing.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { Lifecycle } from '#engine/changes/lifecycle.js';
import { toRow } from '#engine/changes/rows.js';
import { chainView, type ChainView } from './chain.view.js';

@Injectable()
export class ChainsService {
  private readonly listing: Listing<Chain>;

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly lifecycle: Lifecycle,
  ) {
    this.listing = listingOf(database, 'Chain');
  }

  create({ accountId, livemode }: Scope, email = ''): Promise<ChainView> {
    throwProblems('bad_request', email.trim() === '' ? ["email can't be blank"] : []);
    return this.lifecycle.write({ accountId, livemode }, (now) => {
      const chain: Chain = {
        id: newId('chain', livemode),
        accountId,
        livemode,
        version: 0,
        email,
        createdAt: now,
        revokedAt: null,
      };
      return { insert: { chain: [toRow('chain', chain)] }, answer: chainView(chain) };
    });
  }

  async list(scope: Scope, params: Params): Promise<ListView<ChainView>> {
    const query = parseListQuery(params, (await this.directory.viewContext(scope.accountId)).now);
    return this.listing.list(scope, query, '/chains', chainView);
  }

  async find(scope: Scope, id: string): Promise<ChainView> {
    return chainView(await this.load(scope, id));
  }

  /** Revokes the chain. A revoked chain is returned unchanged. */
  revoke(scope: Scope, id: string): Promise<ChainView> {
    return this.lifecycle.change('chain', scope, id, async (now) => {
      const chain = await this.load(scope, id);
      if (chain.revokedAt !== null) return { answer: chainView(chain) };
      const { version } = chain;
      return {
        updates: [{ table: 'chain', id, version, set: { revoked_at: now } }],
        answer: chainView({ ...chain, revokedAt: now }),
      };
    });
  }

  private async load({ accountId, livemode }: Tenant, id: string): Promise<Chain> {
    return (
      (await this.database.chain.findFirst({ where: { id, accountId, livemode } })) ??
      failNotFound('chain', id)
    );
  }
}
