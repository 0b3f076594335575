import { Inject, Injectable } from '@nestjs/common';
import { expanded, idsToExpand, type ExpandedKind } from '#domain/expansion/expansion.js';
import type { Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS } from '#platform/config/config.module.js';
import type { Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { tenantsRowsSql, type TenantsRows } from '#platform/database/rows-by-id.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { toCard } from '../cards/card.row.js';
import { cardView } from '../cards/card.view.js';
import { loadCharges } from '../charges/charge.loader.js';
import { chargeView, type ViewContext } from '../charges/charge.view.js';
import { CUSTOMER_PARTS, toLoadedCustomer } from '../customers/customer.row.js';
import { customerView } from '../customers/customer.view.js';
import { toLinkedAccount } from '../linked-accounts/linked-account.row.js';
import { linkedAccountView } from '../linked-accounts/linked-account.view.js';
import { toTransaction } from '../transactions/transaction.row.js';
import { transactionView } from '../transactions/transaction.view.js';

type Loader = (where: TenantsRows, now: Date) => Promise<{ id: string }[]>;

/** Puts objects in the place of their ids (docs/fidelity.md V16), with one query for each kind of object, however long a list is. */
@Injectable()
export class Expansion {
  private readonly loaders: Readonly<Record<ExpandedKind, Loader>> = {
    card: async (where) => (await this.database.card.findMany({ where })).map((stored) => cardView(toCard(stored))),
    charge: async (where, now) => {
      const loaded = await loadCharges(this.database, tenantsRowsSql('charge', [where]));
      return loaded.map((charge) => chargeView(charge, this.contextAt(now)));
    },
    customer: async (where, now) =>
      (await this.database.customer.findMany({ where, include: CUSTOMER_PARTS })).map((stored) =>
        customerView(toLoadedCustomer(stored), this.contextAt(now)),
      ),
    linked_account: async (where, now) =>
      (await this.database.linkedAccount.findMany({ where })).map((stored) =>
        linkedAccountView(toLinkedAccount(stored), this.contextAt(now)),
      ),
    transaction: async (where) =>
      (await this.database.transaction.findMany({ where })).map((stored) => transactionView(toTransaction(stored))),
  };

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async expand({ accountId, livemode }: Tenant, body: unknown): Promise<unknown> {
    const wanted = [...idsToExpand(body)];
    if (wanted.length === 0) return body;
    const now = this.clock.now(await this.directory.get(accountId));
    const found = await Promise.all(wanted.map(([kind, ids]) => this.loaders[kind]({ accountId, livemode, id: { in: [...ids] } }, now)));
    return expanded(body, new Map(found.flat().map((view) => [view.id, view])));
  }

  private contextAt(now: Date): ViewContext {
    const { baseUrl, payUrl, fidelity } = this.settings;
    return { baseUrl, payUrl, fidelity, now };
  }
}
