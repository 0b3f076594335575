import { Injectable } from '@nestjs/common';
import type { ApiVersion } from '#kernel/api-versions/versions.js';
import type { Scope } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { Prisma } from '#platform/database/generated/client.js';
import { Invalidations } from '#platform/database/invalidations.js';
import { AccountDirectory, throwClosedAccount } from '#engine/accounts/account-directory.js';
import type { UpdateAccountDto } from './account.dto.js';
import { accountView, type AccountView } from './account.view.js';

@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly invalidations: Invalidations,
  ) {}

  async find(scope: Scope): Promise<AccountView> {
    const account = await this.directory.get(scope.accountId);
    const endpoint = await this.database.webhookEndpoint.findFirst({ where: tenantOf(scope) });
    return accountView(account, scope.livemode, endpoint?.uri ?? null);
  }

  /** Changes the account in both modes; the webhook address is changed in one mode only. */
  update(scope: Scope, changes: UpdateAccountDto): Promise<AccountView> {
    const { zero_interest_installments: zeroInterestInstallments, three_d_secure: threeDSecure } = changes;
    const { chain_return_uri: chainReturnUri, webhook_uri: uri } = changes;
    const tenant = tenantOf(scope);
    return this.write(scope, { zeroInterestInstallments, threeDSecure, chainReturnUri }, async () => {
      if (uri)
        await this.database.webhookEndpoint.upsert({
          where: { accountId_livemode: tenant },
          create: { ...tenant, uri },
          update: { uri },
        });
      if (uri === null) await this.database.webhookEndpoint.deleteMany({ where: tenant });
    });
  }

  updateVersion(scope: Scope, apiVersion: ApiVersion): Promise<AccountView> {
    return this.write(scope, { apiVersion });
  }

  /** Writes the account, with the work of `also` in the same transaction. */
  private async write(
    scope: Scope,
    data: Prisma.AccountUpdateManyMutationInput,
    also?: () => Promise<void>,
  ): Promise<AccountView> {
    await this.database.atomically(async () => {
      const { count } = await this.database.account.updateMany({
        where: { id: scope.accountId, closedAt: null },
        data,
      });
      if (count === 0) throwClosedAccount();
      await also?.();
    });
    this.directory.forget(scope.accountId);
    // Processes that read the account before the commit have cached the old row. Within a transaction this
    // runs after the commit, and is not awaited.
    let announced: Promise<void> | undefined;
    this.database.afterCommit(() => {
      this.directory.forget(scope.accountId);
      announced = this.invalidations.announce([scope.accountId]);
    });
    await announced;
    return this.find(scope);
  }
}

function tenantOf({ accountId, livemode }: Scope): { accountId: string; livemode: boolean } {
  return { accountId, livemode };
}
