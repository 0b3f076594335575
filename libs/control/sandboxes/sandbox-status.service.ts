import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { throwClosedAccount } from '#engine/accounts/account-directory.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { isActive } from '#engine/faults/fault.store.js';
import { undeliveredCountsSql } from '#engine/webhooks/delivery-counts.queries.js';
import { sandboxStatusView, type SandboxCounts, type SandboxStatusView } from './sandbox-status.view.js';

/** The status of a sandbox, cheap enough to be polled: one statement that reads partial indexes. */
@Injectable()
export class SandboxStatusService {
  constructor(
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly clock: Clock,
  ) {}

  /** Throws `not_found`. */
  async find(name: string, livemode: boolean | undefined): Promise<SandboxStatusView> {
    const account = await this.accounts.get(name);
    const machineNow = this.clock.machineNow();
    const statement = Prisma.sql`
      SELECT webhooks_held_at IS NOT NULL AS holding, clock_move_id IS NOT NULL AS advancing, ${undeliveredCountsSql(account.id, livemode)},
        (SELECT count(*)::int4 FROM fault WHERE account_id = account.id AND ${isActive(machineNow)}) AS faults
      FROM account WHERE id = ${account.id} AND closed_at IS NULL`;
    const [counts] = await this.database.query<SandboxCounts>(statement);
    if (!counts) return throwClosedAccount();
    return sandboxStatusView(counts, account, machineNow);
  }
}
