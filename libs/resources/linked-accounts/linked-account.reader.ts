import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { parseListQuery, type ListView } from '#kernel/list.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { Params } from '#platform/http/params.js';
import { listingOf, type Listing } from '#platform/listing/listing.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import type { LinkedAccount } from './rules/linked-account.js';
import { toLinkedAccount } from './linked-account.row.js';
import { linkedAccountView, type LinkedAccountView } from './linked-account.view.js';

@Injectable()
export class LinkedAccountReader {
  private readonly listing: Listing<JsonRow<'LinkedAccount'>>;

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
  ) {
    this.listing = listingOf(database, 'LinkedAccount');
  }

  async find(scope: Scope, id: string): Promise<LinkedAccountView> {
    return this.show(await this.load(scope, id));
  }

  /** All of the account, or those that are attached to a customer. */
  async list(tenant: Tenant, params: Params, customerId?: string): Promise<ListView<LinkedAccountView>> {
    const context = await this.directory.viewContext(tenant.accountId);
    const query = parseListQuery(params, context.now);
    const location = `${customerId === undefined ? '' : `/customers/${customerId}`}/linked_accounts`;
    return this.listing.list(
      tenant,
      query,
      location,
      (stored) => linkedAccountView(toLinkedAccount(stored), context),
      { customerId },
    );
  }

  async show(account: LinkedAccount): Promise<LinkedAccountView> {
    return linkedAccountView(account, await this.directory.viewContext(account.accountId));
  }

  /** Throws `not_found`. */
  async load({ accountId, livemode }: Tenant, id: string): Promise<LinkedAccount> {
    const stored = await this.database.linkedAccount.findFirst({ where: { id, accountId, livemode } });
    return stored ? toLinkedAccount(stored) : failNotFound('linked_account', id);
  }
}
