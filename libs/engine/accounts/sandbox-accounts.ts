import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { Database } from '#platform/database/database.js';
import type { Account } from './account.js';
import { AccountDirectory, throwClosedAccount } from './account-directory.js';
import { AccountUses } from './account-uses.js';

@Injectable()
export class SandboxAccounts {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly uses: AccountUses,
  ) {}

  /** That of the present epoch, which counts as used. Throws `not_found`. */
  async get(name: string): Promise<Account> {
    const owned = await this.directory.findWithAccount(
      () => this.idOf(name),
      (accountId) => accountId,
    );
    if (owned) {
      this.uses.note(owned.account);
      return owned.account;
    }
    return (await this.idOf(name)) === undefined ? failNotFound('sandbox', name) : throwClosedAccount();
  }

  /** The id of the account of the present epoch; `undefined` when there is no such sandbox. */
  async idOf(name: string): Promise<string | undefined> {
    return (await this.database.sandbox.findFirst({ where: { name }, select: { accountId: true } }))
      ?.accountId;
  }
}
