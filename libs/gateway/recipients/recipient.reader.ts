import { Injectable } from '@nestjs/common';
import { failNotFound } from '#domain/errors.js';
import { listView, parseListQuery, type ListView } from '#domain/list.js';
import type { Recipient } from '#domain/recipients/recipient.js';
import type { Scope, Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { pageOf, readPage } from '#platform/listing/page.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { DefaultRecipient } from './default-recipient.js';
import { toRecipient } from './recipient.row.js';
import { recipientView, type RecipientView } from './recipient.view.js';

/** Finds recipients and shows them. */
@Injectable()
export class RecipientReader {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly defaultRecipient: DefaultRecipient,
  ) {}

  async find(scope: Scope, id: string): Promise<RecipientView> {
    return recipientView(await this.load(scope, id));
  }

  async list(scope: Scope, params: Params): Promise<ListView<RecipientView>> {
    const { accountId, livemode } = scope;
    await this.defaultRecipient.load(scope);
    const query = parseListQuery(params, this.clock.now(await this.directory.get(accountId)));
    const { created, page } = pageOf(query);
    const where = { accountId, livemode, deleted: false, createdAt: created };
    const { rows, total } = await this.database.read((reader) =>
      readPage(
        query,
        () => reader.recipient.findMany({ where, ...page }),
        () => reader.recipient.count({ where }),
      ),
    );
    return listView(
      rows.map((stored) => recipientView(toRecipient(stored))),
      total,
      '/recipients',
      query,
    );
  }

  /** Throws `not_found`, also for a recipient that is deleted (docs/fidelity.md RC1). */
  async load(tenant: Tenant, id: string): Promise<Recipient> {
    const recipient = await this.loadEver(tenant, id);
    return recipient.deleted ? failNotFound('recipient', id) : recipient;
  }

  /** Throws `not_found`; a deleted recipient is found. */
  async loadEver({ accountId, livemode }: Tenant, id: string): Promise<Recipient> {
    const stored = await this.database.recipient.findFirst({ where: { id, accountId, livemode } });
    return stored ? toRecipient(stored) : failNotFound('recipient', id);
  }
}
