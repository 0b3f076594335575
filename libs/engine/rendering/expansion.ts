import { Inject, Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { TenantsRows } from '#platform/database/row-loader.js';
import type { Account } from '../accounts/account.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { expanded, idsToExpand, type Expandable } from './rules/expansion.js';

/** Loads the views of one kind of object. */
export type ViewLoader = (
  database: Database,
  where: TenantsRows,
  context: Account & { readonly now: Date },
) => Promise<{ id: string }[]>;

/** The token of the table of {@link ExpandedKinds}. */
export const EXPANDED_KINDS = Symbol('expanded kinds');

export type ExpandedKinds = Expandable<ViewLoader>;

/**
 * Replaces ids by objects (docs/fidelity.md V16), with one query for each kind of object, for lists of any
 * length.
 */
@Injectable()
export class Expansion {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    @Inject(EXPANDED_KINDS) private readonly kinds: ExpandedKinds,
  ) {}

  async expand({ accountId, livemode }: Tenant, body: unknown): Promise<unknown> {
    const wanted = [...idsToExpand(body, this.kinds)];
    if (wanted.length === 0) return body;
    const context = await this.directory.viewContext(accountId);
    const found = await Promise.all(
      wanted.map(([load, ids]) =>
        load(this.database, { accountId, livemode, id: { in: [...ids] } }, context),
      ),
    );
    return expanded(body, this.kinds, new Map(found.flat().map((view) => [view.id, view])));
  }
}
