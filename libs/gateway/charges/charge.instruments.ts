import { Injectable } from '@nestjs/common';
import { assertSince } from '#domain/api-versions/since.js';
import { isOlder, LINKED_ACCOUNTS_SINCE, SOURCES_SINCE } from '#domain/api-versions/versions.js';
import type { Card } from '#domain/cards/card.js';
import { amountAndCurrencyProblems, cardChargeProblems, chargeProblems, directDebitProblems } from '#domain/charges/charge.rules.js';
import { fail, throwProblems, joinSentence } from '#domain/errors.js';
import type { LinkedAccount } from '#domain/linked-accounts/linked-account.js';
import type { PaymentMethod } from '#domain/payment-methods/payment-method.js';
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
const NOTHING_TO_CHARGE = 'one of card, customer, linked_account or source is required';
const SOURCE_AND_CARD = 'card and customer cannot be charged together with a source; send one';
const OFFSITE_AND_CARD = 'card and customer cannot be charged together with offsite; send one';
const OFFSITE_NOT_SUPPORTED = 'offsite is currently not supported';
const CARD_IS_MISSING = 'card or customer is required: a card pays the installments';
const LINKED_ACCOUNT_AND_MORE = 'linked_account cannot be charged together with a card or a source; send one';

/** What a charge is made on. A source is new when it is made along with the charge; a token is used up by it. */
export type Instrument = SourceInstrument | CardInstrument | LinkedAccountInstrument;

export interface SourceInstrument {
  readonly kind: 'source';
  readonly source: Source;
  readonly isNew: boolean;
  /** What pays, where the method is paid by card. */
  readonly paidBy: CardInstrument | null;
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
    if (body.source !== undefined) assertSince(SOURCES_SINCE, scope.apiVersion);
    if (body.linked_account !== undefined) return this.findLinkedAccount(scope, body.linked_account, body, now);
    if (body.offsite !== undefined && isOlder(scope.apiVersion, SOURCES_SINCE)) return makeOffsite(scope, account, body, now);
    const sourceId = idOf(body.source);
    if (sourceId) return this.withCard(scope, body, await this.findSource(scope, sourceId, body, now));
    if (typeof body.source === 'object') return this.withCard(scope, body, makeSource(scope, account, { ...body.source }, body, now));
    if (namesCard(body)) return this.findCard(scope, body, now);
    return fail('not_found', NOTHING_TO_CHARGE);
  }

  private async findLinkedAccount(scope: Scope, id: string, body: CreateChargeDto, now: Date): Promise<Instrument> {
    assertSince(LINKED_ACCOUNTS_SINCE, scope.apiVersion);
    if (body.card !== undefined || body.source !== undefined) fail('invalid_charge', LINKED_ACCOUNT_AND_MORE);
    const account = await this.customers.loadLinkedAccount(scope, id, body.customer);
    throwProblems('invalid_charge', directDebitProblems(body, now));
    return { kind: 'linked_account', account };
  }

  private async findCard(scope: Scope, body: CreateChargeDto, now: Date): Promise<Instrument> {
    const instrument = await this.loadCard(scope, body);
    throwProblems('invalid_charge', cardChargeProblems(body, now));
    return instrument;
  }

  private async loadCard(scope: Scope, { card: id, customer }: CreateChargeDto): Promise<CardInstrument> {
    if (customer === undefined) return { kind: 'card', ...(await this.tokens.load(scope, id ?? '')) };
    return { kind: 'card', card: await this.customers.loadCard(scope, customer, id), token: null };
  }

  private async withCard(scope: Scope, body: CreateChargeDto, instrument: SourceInstrument): Promise<SourceInstrument> {
    return namesCard(body) ? { ...instrument, paidBy: await this.loadCard(scope, body) } : instrument;
  }

  private async findSource(scope: Scope, id: string, body: CreateChargeDto, now: Date): Promise<SourceInstrument> {
    const { source, isUsed } = await this.sources.load(scope, id);
    const method = paymentMethodOf(source.type);
    assertCardAsNeeded(body, method);
    const problems = chargeProblems(body, source, method, now);
    throwProblems('invalid_charge', isUsed ? [SOURCE_IS_USED, ...problems] : problems);
    return { kind: 'source', source, isNew: false, paidBy: null };
  }
}

function idOf(source: CreateChargeDto['source']): string | undefined {
  if (typeof source === 'object') return 'id' in source ? source.id : undefined;
  return source;
}

/**
 * Before sources, `offsite` named the payment method, and there was no way to say more of it (docs/fidelity.md V17).
 * Throws `invalid_charge` or `service_not_found`.
 */
function makeOffsite(scope: Scope, account: Account, body: CreateChargeDto, now: Date): Instrument {
  if (body.card !== undefined || body.customer !== undefined) fail('invalid_charge', OFFSITE_AND_CARD);
  const method = findPaymentMethod(body.offsite);
  if (!method) return fail('invalid_charge', joinSentence([OFFSITE_NOT_SUPPORTED, ...amountAndCurrencyProblems(body)]));
  const isNamedOnly = method.required.length === 0 && method.installmentTerms === null;
  assertSince(isNamedOnly ? method.since : SOURCES_SINCE, scope.apiVersion);
  return makeSource(scope, account, { type: method.type }, body, now);
}

function namesCard({ card, customer }: CreateChargeDto): boolean {
  return card !== undefined || customer !== undefined;
}

/** White-label installments name the card that pays them; beside any other source there is none (docs/fidelity.md P15). */
function assertCardAsNeeded(body: CreateChargeDto, method: PaymentMethod | undefined): void {
  const isNeeded = method?.isPaidByCard ?? false;
  if (isNeeded !== namesCard(body)) fail('invalid_charge', isNeeded ? CARD_IS_MISSING : SOURCE_AND_CARD);
}

function makeSource(
  scope: Scope,
  account: Account,
  described: Record<string, unknown>,
  body: CreateChargeDto,
  now: Date,
): SourceInstrument {
  const { dto, problems } = readDto(CreateSourceDto, {
    zero_interest_installments: body.zero_interest_installments,
    ...described,
    amount: body.amount,
    currency: body.currency,
  });
  const method = findPaymentMethod(dto.type);
  assertCardAsNeeded(body, method);
  const made = newSource(scope, account, dto, now);
  const sourceProblems = 'problems' in made ? [...made.problems, ...problems] : problems;
  throwProblems('invalid_charge', [...sourceProblems, ...chargeProblems(body, undefined, method, now)]);
  return 'source' in made ? { kind: 'source', source: made.source, isNew: true, paidBy: null } : fail('invalid_charge');
}
