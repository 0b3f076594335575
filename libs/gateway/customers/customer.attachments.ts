import { Injectable } from '@nestjs/common';
import { demandSince } from '#domain/api-versions/since.js';
import { LINKED_ACCOUNTS_SINCE } from '#domain/api-versions/versions.js';
import type { Card } from '#domain/cards/card.js';
import type { LinkedAccount } from '#domain/linked-accounts/linked-account.js';
import { attach } from '#domain/linked-accounts/linked-account.machine.js';
import type { Scope } from '#domain/scope.js';
import type { Move } from '../events/changes.js';
import { LinkedAccountReader } from '../linked-accounts/linked-account.reader.js';
import { moveOfLinkedAccount } from '../linked-accounts/linked-account.row.js';
import { TokenReader } from '../tokens/token.reader.js';
import { useToken } from '../tokens/token.row.js';
import type { CreateCustomerDto } from './customer.dto.js';
import { moveOfCard } from './customer.lifecycle.js';

/** What becomes the customer's, and what has to move for it. */
export interface Attachments {
  readonly card?: Card;
  readonly linkedAccount?: LinkedAccount;
  readonly moves: readonly Move[];
}

/** Finds what a request wants to give to a customer, and refuses what cannot be given. */
@Injectable()
export class CustomerAttachments {
  constructor(
    private readonly tokens: TokenReader,
    private readonly linkedAccounts: LinkedAccountReader,
  ) {}

  /** Throws `not_found`, `used_token`, `bad_request`, or `service_not_found`. */
  async find(
    scope: Scope,
    { card, linked_account: linkedAccount }: Pick<CreateCustomerDto, 'card' | 'linked_account'>,
    customerId: string,
    now: Date,
  ): Promise<Attachments> {
    const found = [
      card === undefined ? { moves: [] } : await this.findCard(scope, card, customerId, now),
      linkedAccount === undefined ? { moves: [] } : await this.findLinkedAccount(scope, linkedAccount, customerId, now),
    ];
    return { ...found[0], ...found[1], moves: found.flatMap(({ moves }) => moves) };
  }

  private async findCard(scope: Scope, tokenId: string, customerId: string, now: Date): Promise<Attachments> {
    const { token, card: loose } = await this.tokens.load(scope, tokenId);
    const card = { ...loose, customerId, attachedAt: now };
    return { card, moves: [useToken(token, { now }), moveOfCard(loose, card)] };
  }

  private async findLinkedAccount(scope: Scope, id: string, customerId: string, now: Date): Promise<Attachments> {
    demandSince(LINKED_ACCOUNTS_SINCE, scope.apiVersion);
    const loose = await this.linkedAccounts.load(scope, id);
    const linkedAccount = attach(loose, customerId, now);
    return { linkedAccount, moves: [moveOfLinkedAccount(loose, linkedAccount)] };
  }
}
