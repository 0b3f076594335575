import { Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { TenantsRows } from '#platform/database/row-loader.js';
import { toCard } from '#resources/cards/card.row.js';
import { cardView } from '#resources/cards/card.view.js';
import { queryChargesById } from '#resources/charges/charge.queries.js';
import { chargeView, type ViewContext } from '#resources/charges/charge.view.js';
import { CUSTOMER_PARTS, toLoadedCustomer } from '#resources/customers/customer.row.js';
import { customerView } from '#resources/customers/customer.view.js';
import { withCharges } from '#resources/links/link.queries.js';
import { toLink } from '#resources/links/link.row.js';
import { linkView } from '#resources/links/link.view.js';
import { toLinkedAccount } from '#resources/linked-accounts/linked-account.row.js';
import { linkedAccountView } from '#resources/linked-accounts/linked-account.view.js';
import { toRecipient } from '#resources/recipients/recipient.row.js';
import { recipientView } from '#resources/recipients/recipient.view.js';
import { SCHEDULE_PARTS, toLoadedSchedule } from '#resources/schedules/schedule.row.js';
import { scheduleView } from '#resources/schedules/schedule.view.js';
import { toTransaction } from '#resources/transactions/transaction.row.js';
import { transactionView } from '#resources/transactions/transaction.view.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { expanded, idsToExpand, type ExpandedKind } from './rules/expansion.js';

type Loader = (where: TenantsRows, context: ViewContext) => Promise<{ id: string }[]>;

/**
 * Replaces ids by objects (docs/fidelity.md V16), with one query for each kind of object, for lists of any
 * length.
 */
@Injectable()
export class Expansion {
  private readonly loaders: Readonly<Record<ExpandedKind, Loader>> = {
    card: async (where) =>
      (await this.database.card.findMany({ where })).map((stored) => cardView(toCard(stored))),
    charge: async (where, context) => {
      const loaded = await queryChargesById(this.database, [where]);
      return loaded.map((charge) => chargeView(charge, context));
    },
    customer: async (where, context) =>
      (await this.database.customer.findMany({ where, include: CUSTOMER_PARTS })).map((stored) =>
        customerView(toLoadedCustomer(stored), context),
      ),
    link: async (where, context) => {
      const links = (await this.database.link.findMany({ where })).map(toLink);
      return (await withCharges(this.database, links)).map((link) => linkView(link, context));
    },
    linked_account: async (where, context) =>
      (await this.database.linkedAccount.findMany({ where })).map((stored) =>
        linkedAccountView(toLinkedAccount(stored), context),
      ),
    recipient: async (where) =>
      (await this.database.recipient.findMany({ where })).map((stored) => recipientView(toRecipient(stored))),
    schedule: async (where, context) =>
      (await this.database.schedule.findMany({ where, include: SCHEDULE_PARTS })).map((stored) =>
        scheduleView(toLoadedSchedule(stored), context),
      ),
    transaction: async (where) =>
      (await this.database.transaction.findMany({ where })).map((stored) =>
        transactionView(toTransaction(stored)),
      ),
  };

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
  ) {}

  async expand({ accountId, livemode }: Tenant, body: unknown): Promise<unknown> {
    const wanted = [...idsToExpand(body)];
    if (wanted.length === 0) return body;
    const context = await this.directory.viewContext(accountId);
    const found = await Promise.all(
      wanted.map(([kind, ids]) => this.loaders[kind]({ accountId, livemode, id: { in: [...ids] } }, context)),
    );
    return expanded(body, new Map(found.flat().map((view) => [view.id, view])));
  }
}
