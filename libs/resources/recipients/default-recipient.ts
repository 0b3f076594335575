import { Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Account } from '#engine/accounts/account.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { newId } from '#engine/writes/new-id.js';
import { toRow } from '#engine/writes/rows.js';
import { SeededIds } from '#engine/writes/seeded-ids.js';
import { Resources } from '#engine/resources/resources.js';
import type { Recipient } from './rules/recipient.js';
import { defaultBankAccount } from './rules/recipient.rules.js';
import { RECIPIENT } from './recipient.resource.js';

/**
 * The recipient that every account has in each mode from its beginning: the merchant's own bank account,
 * verified and active (docs/fidelity.md RC3). Its row is written when somebody first asks for it, so that
 * accounts, snapshots and files from before there were recipients have one too.
 */
@Injectable()
export class DefaultRecipient {
  constructor(
    private readonly database: Database,
    private readonly resources: Resources,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly ids: SeededIds,
  ) {}

  /** Of two that write it at once, one does. */
  async load(tenant: Tenant): Promise<Recipient> {
    return (await this.find(tenant)) ?? (await this.write(tenant));
  }

  private find({ accountId, livemode }: Tenant): Promise<Recipient | undefined> {
    return this.resources.lookUpWhere(
      RECIPIENT,
      Prisma.sql`recipient.account_id = ${accountId} AND recipient.livemode = ${livemode} AND recipient.is_default`,
    );
  }

  private async write(tenant: Tenant): Promise<Recipient> {
    const account = await this.directory.get(tenant.accountId);
    return this.ids.within(account, () => this.writeFor(account, tenant));
  }

  private async writeFor(account: Account, tenant: Tenant): Promise<Recipient> {
    const { accountId, livemode } = tenant;
    const { email, country } = account;
    // A reset puts the clock back, but not the time at which the account was made.
    const createdAt = new Date(Math.min(account.createdAt.getTime(), this.clock.now(account).getTime()));
    const recipient: Recipient = {
      id: newId('recipient', livemode),
      accountId,
      livemode,
      version: 0,
      name: email,
      email,
      description: 'Default recipient',
      type: 'individual',
      taxId: '',
      bankAccount: defaultBankAccount(country, createdAt),
      isDefault: true,
      failureCode: null,
      metadata: {},
      deleted: false,
      createdAt,
      verifiedAt: createdAt,
      activatedAt: createdAt,
    };
    const row = toRow('recipient', recipient);
    // Named: columns of a newer release get their defaults.
    const columns = Prisma.raw(Object.keys(row).join(', '));
    await this.database.$executeRaw`
      INSERT INTO recipient (${columns}) SELECT ${columns} FROM json_populate_record(NULL::recipient, ${JSON.stringify(row)}::json)
      WHERE EXISTS (SELECT FROM account WHERE id = ${accountId} AND closed_at IS NULL)
      ON CONFLICT (account_id, livemode) WHERE is_default DO NOTHING`;
    return (await this.find(tenant)) ?? recipient;
  }
}
