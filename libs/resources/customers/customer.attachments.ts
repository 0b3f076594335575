import { Injectable } from '@nestjs/common';
import { assertSince } from '#kernel/api-versions/since.js';
import { LINKED_ACCOUNTS_SINCE } from '#kernel/api-versions/versions.js';
import type { Scope } from '#kernel/scope.js';
import { toUpdate, type RowUpdate } from '#engine/writes/rows.js';
import { Resources } from '#engine/resources/resources.js';
import type { Card } from '../cards/rules/card.js';
import type { LinkedAccount } from '../linked-accounts/rules/linked-account.js';
import { attach } from '../linked-accounts/rules/linked-account.machine.js';
import { LINKED_ACCOUNT } from '../linked-accounts/linked-account.resource.js';
import { TokenReader } from '../tokens/token.reader.js';
import { useToken } from '../tokens/token.row.js';
import type { Customer } from './rules/customer.js';
import type { CreateCustomerDto } from './customer.dto.js';

/** A card and a linked account for a customer, and the rows to write. */
export interface Attachments {
  readonly card: Card | undefined;
  readonly linkedAccount: LinkedAccount | undefined;
  readonly updates: readonly RowUpdate[];
}

/** Finds what a request wants to give to a customer, and refuses what cannot be given. */
@Injectable()
export class CustomerAttachments {
  constructor(
    private readonly tokens: TokenReader,
    private readonly resources: Resources,
  ) {}

  /** Throws `not_found`, `used_token`, `bad_request`, or `service_not_found`. */
  async find(
    scope: Scope,
    { card: tokenId, linked_account: linkedAccountId }: Pick<CreateCustomerDto, 'card' | 'linked_account'>,
    { id: customerId, email }: Pick<Customer, 'id' | 'email'>,
    now: Date,
  ): Promise<Attachments> {
    const updates: RowUpdate[] = [];
    let card: Card | undefined;
    if (tokenId !== undefined) {
      const { token, card: loose } = await this.tokens.load(scope, tokenId);
      card = { ...loose, customerId, attachedAt: now, hasEmail: loose.hasEmail || email !== null };
      updates.push(useToken(token, { now }), toUpdate('card', loose, card));
    }
    let linkedAccount: LinkedAccount | undefined;
    if (linkedAccountId !== undefined) {
      assertSince(LINKED_ACCOUNTS_SINCE, scope.apiVersion);
      const loose = await this.resources.load(LINKED_ACCOUNT, scope, linkedAccountId);
      linkedAccount = attach(loose, customerId, now);
      updates.push(toUpdate('linked_account', loose, linkedAccount));
    }
    return { card, linkedAccount, updates };
  }
}
