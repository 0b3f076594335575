import { Injectable } from '@nestjs/common';
import { failNotFound } from '#domain/errors.js';
import { Database } from '#platform/database/database.js';
import type { Account } from './account.js';
import { AccountDirectory, failOfClosedAccount } from './account-directory.js';
import { AccountUses } from './account-uses.js';

/** The accounts of sandboxes, by name. */
@Injectable()
export class SandboxAccounts {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly uses: AccountUses,
  ) {}

  /** That of the present epoch, which counts as used. Throws `not_found`. */
  async get(name: string): Promise<Account> {
    const sandbox = await this.database.sandbox.findUnique({ where: { name }, select: { accountId: true } });
    if (!sandbox) return failNotFound('sandbox', name);
    const account = (await this.directory.find(sandbox.accountId)) ?? failOfClosedAccount();
    this.uses.note(account);
    return account;
  }
}
