import { Injectable } from '@nestjs/common';
import { demandSince } from '#domain/api-versions/since.js';
import { LINKED_ACCOUNTS_SINCE, SOURCES_SINCE } from '#domain/api-versions/versions.js';
import type { Card } from '#domain/cards/card.js';
import { amountProblems, cardChargeProblems, chargeProblems, directDebitProblems } from '#domain/charges/charge.rules.js';
import { fail, failOnProblems, joinSentence } from '#domain/errors.js';
import type { LinkedAccount } from '#domain/linked-accounts/linked-account.js';
import { findPaymentMethod, paymentMethodOf } from '#domain/payment-methods/registry.js';
import type { Scope } from '#domain/scope.js';
import type { Source } from '#domain/sources/source.js';
import type { Token } from '#domain/tokens/token.js';
import { readDto } from '#platform/http/dto.js';
import type { Account } from '../accounts/account.js';
import { CustomerReader } from '../customers/customer.reader.js';
import { CreateSourceDto } from '../sources/source.dto.js';
import { newSource, SourcesService } from '../sources/sources.service.js';
import { TokenReader } from '../tokens/token.reader.js';
import type { CreateChargeDto } from './charge.dto.js';

export const SOURCE_IS_USED = 'source was already used';
const NOTHING_TO_CHARGE = 'one of card, customer, linked_account or source must say what to charge';
const SOURCE_AND_CARD = 'card and customer cannot be charged together with a source; send one';
const LINKED_ACCOUNT_AND_MORE = 'linked_account cannot be charged together with a card or a source; send one';

/** What a charge is made on. A source is new when it is made along with the charge; a token is used up by it. */
export type Instrument = SourceInstrument | CardInstrument | LinkedAccountInstrument;

export interface SourceInstrument {
  readonly kind: 'source';
  readonly source: Source;
  readonly isNew: boolean;
}

export interface CardInstrument {
  readonly kind: 'card';
  readonly card: Card;
  readonly token: Token | null;
}

export interface LinkedAccountInstrument {
  readonly kind: 'linked_account';
  readonly account: LinkedAccount;
}

/** Finds what a request wants charged, and refuses what cannot be charged that way. */
@Injectable()
export class ChargeInstruments {
  constructor(
    private readonly sources: SourcesService,
    private readonly tokens: TokenReader,
    private readonly customers: CustomerReader,
  ) {}

  /** Throws `invalid_charge` with everything that is wrong, `not_found`, `used_token`, or `service_not_found`. */
  async find(scope: Scope, account: Account, body: CreateChargeDto, now: Date): Promise<Instrument> {
    if (body.source !== undefined) demandSince(SOURCES_SINCE, scope.apiVersion);
    if (body.linked_account !== undefined) return this.findLinkedAccount(scope, body.linked_account, body, now);
    const isCard = body.card !== undefined || body.customer !== undefined;
    if (isCard && body.source !== undefined) fail('invalid_charge', SOURCE_AND_CARD);
    if (isCard) return this.findCard(scope, account, body, now);
    if (typeof body.source === 'string') return this.findSource(scope, body.source, body, now);
    if (body.source !== undefined) return makeSource(scope, account, body.source, body, now);
    return fail('invalid_charge', joinSentence([NOTHING_TO_CHARGE, ...amountProblems(body)]));
  }

  private async findLinkedAccount(scope: Scope, id: string, body: CreateChargeDto, now: Date): Promise<Instrument> {
    demandSince(LINKED_ACCOUNTS_SINCE, scope.apiVersion);
    if (body.card !== undefined || body.source !== undefined) fail('invalid_charge', LINKED_ACCOUNT_AND_MORE);
    const account = await this.customers.loadLinkedAccount(scope, id, body.customer);
    failOnProblems('invalid_charge', directDebitProblems(body, account.type, now));
    return { kind: 'linked_account', account };
  }

  private async findCard(scope: Scope, account: Account, body: CreateChargeDto, now: Date): Promise<Instrument> {
    const { card, token } =
      body.customer === undefined
        ? await this.tokens.load(scope, body.card ?? '')
        : { card: await this.customers.loadCard(scope, body.customer, body.card), token: null };
    failOnProblems('invalid_charge', cardChargeProblems(body, account.currency, now));
    return { kind: 'card', card, token };
  }

  private async findSource(scope: Scope, id: string, body: CreateChargeDto, now: Date): Promise<Instrument> {
    const { source, isUsed } = await this.sources.load(scope, id);
    const problems = chargeProblems(body, source, paymentMethodOf(source.type), now);
    failOnProblems('invalid_charge', isUsed ? [SOURCE_IS_USED, ...problems] : problems);
    return { kind: 'source', source, isNew: false };
  }
}

function makeSource(scope: Scope, account: Account, described: Record<string, unknown>, body: CreateChargeDto, now: Date): Instrument {
  const { dto, problems } = readDto(CreateSourceDto, {
    zero_interest_installments: body.zero_interest_installments,
    ...described,
    amount: body.amount,
    currency: body.currency,
  });
  const made = newSource(scope, account, dto, now);
  const sourceProblems = 'problems' in made ? [...made.problems, ...problems] : problems;
  failOnProblems('invalid_charge', [...sourceProblems, ...chargeProblems(body, undefined, findPaymentMethod(dto.type), now)]);
  return 'source' in made ? { kind: 'source', source: made.source, isNew: true } : fail('invalid_charge');
}
