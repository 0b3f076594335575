import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { parseListQuery, type ListView } from '#kernel/list.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { Params } from '#platform/http/params.js';
import { listingOf, type Listing } from '#platform/listing/listing.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import type { Recipient } from './rules/recipient.js';
import { DefaultRecipient } from './default-recipient.js';
import { toRecipient } from './recipient.row.js';
import { recipientView, type RecipientView } from './recipient.view.js';

@Injectable()
export class RecipientReader {
  private readonly listing: Listing<JsonRow<'Recipient'>>;

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly defaultRecipient: DefaultRecipient,
  ) {
    this.listing = listingOf(database, 'Recipient');
  }

  async find(scope: Scope, id: string): Promise<RecipientView> {
    return recipientView(await this.load(scope, id));
  }

  async list(scope: Scope, params: Params): Promise<ListView<RecipientView>> {
    const query = parseListQuery(params, (await this.directory.viewContext(scope.accountId)).now);
    await this.defaultRecipient.load(scope);
    return this.listing.list(scope, query, '/recipients', (stored) => recipientView(toRecipient(stored)), {
      deleted: false,
    });
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
