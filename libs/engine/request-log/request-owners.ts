import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import type { RequestOwner } from './logged-request.js';

/** The paths that are opened by an id in them, without a key, and where that is found. */
const BY_ID: readonly (readonly [path: RegExp, query: (id: string) => Prisma.Sql])[] = [
  [
    /^\/payments\/([\w-]+)\/authorize/,
    (id) => Prisma.sql`SELECT account_id, livemode FROM charge WHERE payment_id = ${id}`,
  ],
  [
    /^\/charges\/([\w-]+)\/documents\/[\w-]+\/downloads\//,
    (id) => Prisma.sql`SELECT account_id, livemode FROM charge WHERE id = ${id}`,
  ],
  [
    /^\/disputes\/([\w-]+)\/documents\/[\w-]+\/downloads\//,
    (id) => Prisma.sql`SELECT account_id, livemode FROM dispute WHERE id = ${id}`,
  ],
  [
    /^\/linked_accounts\/([\w-]+)\/register/,
    (id) => Prisma.sql`SELECT account_id, livemode FROM linked_account WHERE id = ${id}`,
  ],
];

/** Finds the owner of a request that no guard has seen. */
@Injectable()
export class RequestOwners {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
  ) {}

  /** By its key, which no guard has read. */
  async ofKey(key: string): Promise<RequestOwner | undefined> {
    const found = await this.directory.findKeyHolder(key);
    return found && { account: found.account, livemode: found.holder.livemode };
  }

  /** By an id in its path: a page, a picture, a file. */
  async ofPath(path: string): Promise<RequestOwner | undefined> {
    for (const [pattern, query] of BY_ID) {
      const [, id] = pattern.exec(path) ?? [];
      if (id === undefined) continue;
      const owned = await this.directory.findWithAccount(
        async () => (await this.database.query<{ account_id: string; livemode: boolean }>(query(id)))[0],
        ({ account_id: accountId }) => accountId,
      );
      return owned && { account: owned.account, livemode: owned.found.livemode };
    }
    return undefined;
  }
}
