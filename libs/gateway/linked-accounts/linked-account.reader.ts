import { Injectable } from '@nestjs/common';
import { failNotFound } from '#domain/errors.js';
import type { LinkedAccount } from '#domain/linked-accounts/linked-account.js';
import { listView, parseListQuery, type ListView } from '#domain/list.js';
import type { Scope, Tenant } from '#domain/scope.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { pageOf, readPage } from '#platform/listing/page.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { toLinkedAccount } from './linked-account.row.js';
import { linkedAccountView, type LinkedAccountView } from './linked-account.view.js';

/** Finds linked accounts and shows them. */
@Injectable()
export class LinkedAccountReader {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
  ) {}

  async find(scope: Scope, id: string): Promise<LinkedAccountView> {
    return this.show(await this.load(scope, id));
  }

  /** All of the account, or those that are attached to a customer. */
  async list({ accountId, livemode }: Tenant, params: Params, customerId?: string): Promise<ListView<LinkedAccountView>> {
    const context = await this.directory.viewContext(accountId);
    const query = parseListQuery(params, context.now);
    const { created, page } = pageOf(query);
    const where = { accountId, livemode, createdAt: created, ...(customerId === undefined ? {} : { customerId }) };
    const { rows: accounts, total } = await this.database.read((reader) =>
      readPage(
        query,
        () => reader.linkedAccount.findMany({ where, ...page }),
        () => reader.linkedAccount.count({ where }),
      ),
    );
    const data = accounts.map((stored) => linkedAccountView(toLinkedAccount(stored), context));
    const owner = customerId === undefined ? '' : `/customers/${customerId}`;
    return listView(data, total, `${owner}/linked_accounts`, query);
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
